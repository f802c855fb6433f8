// The page is painted as it came; then all else is loaded.
requestAnimationFrame(() => setTimeout(() => import("./main.js")));
