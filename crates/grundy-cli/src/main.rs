//! The command `grundy`.

fn main() {
    println!("grundy");
}
