"""The module `grundy`: conversions, mistakes, limits; the library has tests of its own."""

import ast
import collections
import collections.abc
import copy
import doctest
import inspect
import itertools
import pathlib
import pickle
import random
import re
import signal
import subprocess
import sys
import threading
import time
import types
import unittest

import grundy

HERE = pathlib.Path(__file__).resolve().parent.parent


def plain_values(amounts, to):
    """Values by the definition."""
    values = []
    for n in range(to + 1):
        values.append(grundy.mex(values[n - k] for k in amounts if k <= n))
    return values


class Games(unittest.TestCase):
    def test_tables_are_those_of_a_plain_program(self):
        draw = random.Random(1)
        for _ in range(30):
            amounts = sorted(draw.sample(range(1, 20), draw.randrange(1, 5)))
            text = ", ".join(map(str, amounts))
            game = grundy.Game(f"[n] -> [n-k] for k in {{{text}}}")
            self.assertEqual(game.table(200), plain_values(amounts, 200))

    def test_positions_in_every_form_are_the_same(self):
        nim = grundy.Game("nim")
        self.assertEqual(nim.value("5 7 8"), 10)
        self.assertEqual(nim.value([5, 7, 8]), 10)
        self.assertEqual(nim.value([]), 0)
        self.assertEqual(nim.value(5), 5)
        self.assertEqual(nim.value(10**40 + 1), 10**40 + 1)
        self.assertEqual(nim.value([2**64, 2**128]), 2**64 ^ 2**128)
        wythoff = grundy.Game("wythoff")
        self.assertEqual(wythoff.value((3, 5)), 0)
        self.assertEqual(wythoff.value([(3, 5), (1, 1)]), wythoff.value("3,5 1,1"))

    def test_moves_say_where_they_lead(self):
        nim = grundy.Game("nim")
        moves = nim.winning_moves([5, 7, 8, 9, 10])
        self.assertEqual([str(move) for move in moves], ["8 -> 1", "9 -> 0", "10 -> 3"])
        self.assertEqual([move.component for move in moves], [2, 3, 4])
        for move in moves:
            self.assertEqual(nim.outcome(move.position), "P")
            self.assertFalse(move.at_once)
        self.assertEqual(len(nim.winning_moves([5, 7, 8, 9, 10], 2)), 2)
        self.assertEqual(nim.winning_moves([5, 7, 8, 9, 10], 0), [])
        half = grundy.Game("[n] if n > 0 -> [n-k] for k in (n+1)/2..n")
        several = half.winning_moves([40, 6])[0]
        self.assertGreater(several.count, 1)
        self.assertIsNone(several.position)
        self.assertEqual(len(several.to), several.count)
        # All moves, of which those win that lead to a lost position.
        game = grundy.Game("[n] -> [n-k] for k in 1..3 | [k] + [n-2-k] for k in 1..(n-2)/2\nmisere")
        position = [4, 7]
        lost = [move.text for move in game.moves(position) if game.outcome(move.position) == "P"]
        self.assertEqual([move.text for move in game.winning_moves(position)], lost)
        self.assertEqual(game.moves([1])[0].position, "0")
        self.assertEqual(game.moves(5)[3].to, [1, 2])
        self.assertEqual(grundy.Game("[n] -> []").moves([1, 2])[0].position, "2")
        wythoff = grundy.Game("wythoff")
        self.assertEqual(wythoff.moves([(1, 1), (0, 2)])[0].to, [(0, 1)])

    def test_equal_moves_are_the_same(self):
        nim = grundy.Game("nim")
        moves, winning = nim.moves([5, 7, 8]), nim.winning_moves([5, 7, 8])
        self.assertEqual([move.text for move in moves if move in winning], [move.text for move in winning])
        self.assertEqual(set(winning) & set(moves), set(winning))
        self.assertEqual(len(set(moves + nim.moves([5, 7, 8]))), 20)
        # The same text in another position, or of another component, is another move.
        self.assertNotEqual(nim.moves([5, 6])[0], nim.moves([5, 7])[0])
        self.assertNotEqual(nim.moves([5, 5])[0], nim.moves([5, 5])[5])
        self.assertNotEqual(nim.moves(5)[0], "5 -> 0")
        kayles = grundy.Game("kayles")
        for heap in range(1, 12):
            moves, winning = kayles.moves([heap]), kayles.winning_moves([heap])
            lost = [move for move in moves if kayles.outcome(move.position) == "P"]
            self.assertEqual(set(lost), set(winning))
        half = grundy.Game("[n] if n > 0 -> [n-k] for k in (n+1)/2..n")
        several = half.winning_moves([40, 6])[0]
        self.assertEqual(hash(several), hash(half.winning_moves([40, 6])[0]))
        self.assertEqual(several, half.winning_moves([40, 6])[0])

    def test_positions_that_name_games_change_nothing(self):
        nim = grundy.Game("nim")
        before = nim.winning_moves([5, 7, 8])[0]
        self.assertEqual(nim.value("wythoff[1, 2] + nim[3]"), 3)
        after = nim.winning_moves([5, 7, 8])[0]
        self.assertEqual((before.text, before.position), (after.text, after.position))
        kinds = grundy.Game("one[n] -> two[n-1]\ntwo[n] -> two[n-2] | one[n-1]")
        for move in kinds.moves("one[4] + nim[5] + two[7]"):
            self.assertIn(kinds.outcome(move.position), "NP")

    def test_positions_may_name_ever_new_games(self):
        nim = grundy.Game("nim")
        for amount in range(1, 1100):
            self.assertEqual(nim.value(f"S{{{amount}}}[{amount}] + nim[4]"), 5)

    def test_moves_keep_within_limits(self):
        with self.assertRaises(grundy.LimitReached):
            grundy.Game("kayles").winning_moves(10**9, memory=10**7)
        self.assertEqual(len(grundy.Game("kayles").winning_moves(10**9, 3, memory=10**7)), 3)
        self.assertEqual(len(grundy.Game("nim").winning_moves([1] * 8001)), 8001)

    def test_moves_of_a_large_board_share_its_position(self):
        # As it is typed it has 14519 letters.
        self.assertEqual(len(grundy.Board("cram", "120x120").moves(memory=10**8)), 2 * 119 * 120)

    def test_misere_and_wins_on_the_spot(self):
        misere = grundy.Game("nim", misere=True)
        self.assertTrue(misere.misere)
        self.assertEqual([misere.outcome([1] * n) for n in range(4)], ["N", "P", "N", "P"])
        self.assertEqual(misere.table(3), ["N", "P", "N", "N"])
        with self.assertRaisesRegex(grundy.RuleError, "no values"):
            misere.value(3)
        cutting = grundy.Game("cutting")
        self.assertEqual(cutting.value((1, 2)), "win")
        self.assertTrue(cutting.winning_moves((1, 2))[0].at_once)

    def test_tables_of_several_coordinates_and_kinds(self):
        wythoff = grundy.Game("wythoff")
        table = wythoff.table((2, 3))
        self.assertEqual(table, [[0, 1, 2, 3], [1, 2, 0, 4], [2, 0, 1, 5]])
        self.assertEqual(wythoff.table(2, outcomes=True)[1], ["N", "N", "P"])
        kinds = grundy.Game("one[n] -> two[n-1]\ntwo[n] -> two[n-2] | one[n-1]")
        self.assertEqual(len(kinds.table(5, kind="two")), 6)
        with self.assertRaisesRegex(grundy.RuleError, "did you mean two"):
            kinds.table(5, kind="twoo")
        with self.assertRaises(ValueError):
            wythoff.table((1, 2, 3))
        with self.assertRaisesRegex(ValueError, "at 0 or later"):
            wythoff.table(-1)
        # A kind without a name.
        fibonacci = grundy.Game("fibonacci-nim")
        self.assertEqual(fibonacci.kinds[1][0], None)
        self.assertEqual(fibonacci.table((2, 2), kind="[]"), fibonacci.table((2, 2), kind=""))
        with self.assertRaisesRegex(grundy.RuleError, r"there are: fresh \[\]"):
            fibonacci.table(2, kind="zzzzzzzz")
        with self.assertRaisesRegex(ValueError, "here n, q"):
            fibonacci.table(2, kind="[]") and fibonacci.table((2,), kind="[]")

    def test_what_is_known_of_a_game(self):
        game = grundy.Game("0.77")
        found = game.period()
        self.assertEqual((found.preperiod, found.period, found.saltus), (71, 12, 0))
        self.assertIsNone(grundy.Game("wythoff").period())
        self.assertIn("wythoff", grundy.Game("wythoff").rule)
        self.assertIn("period", game.plan)
        self.assertGreater(grundy.Game("0.77").count_winning_moves(10**30), 10**28)


class Boards(unittest.TestCase):
    def test_values_outcomes_and_moves(self):
        cram = grundy.Board("cram", "3x5")
        self.assertEqual((cram.value(), cram.outcome()), (1, "N"))
        self.assertTrue(cram.moves())
        self.assertEqual(len(cram.winning_moves(1)), 1)
        self.assertEqual(str(grundy.Board("chomp", "7,5,5,2")), "7,5,5,2")
        self.assertEqual(grundy.Board("cram", "1x2", misere=True).outcome(), "P")
        for wrong, help in [("chess", "lists them"), ("crm", "mean cram"), ("nim", "grundy.Game")]:
            with self.assertRaisesRegex(grundy.RuleError, help):
                grundy.Board(wrong, "8x8")
        with self.assertRaisesRegex(grundy.RuleError, "grundy.Board.*cram"):
            grundy.Game("cram")
        names = {name for name, title, boards in grundy.games() if boards}
        self.assertIn("cram", names)
        self.assertNotIn("nim", names)
        won = [made for made in cram.moves() if made in cram.winning_moves()]
        self.assertEqual(len(won), len(cram.winning_moves()))
        self.assertEqual(set(won), set(cram.winning_moves()))
        self.assertNotEqual(cram.moves()[0], cram.moves()[1])
        made = cram.moves()[0]
        # Another game may call its positions and moves the same.
        turtles, others = (grundy.Board(game, "HTHT") for game in ("turning-turtles", "mock-turtles"))
        self.assertNotEqual(turtles.moves()[0], others.moves()[0])
        with self.assertRaises(ValueError):
            turtles.after(others.moves()[0])
        self.assertEqual(len(cram.after(made).moves()) < len(cram.moves()), True)
        with self.assertRaises(ValueError):
            grundy.Board("cram", "3x4").after(made)
        lost = [made for made in cram.moves() if cram.after(made).outcome() == "P"]
        self.assertEqual(len(lost), len(cram.winning_moves()))
        with self.assertRaises(grundy.RuleError):
            grundy.Board("cram", "3xx")


    def test_the_best_move_leads_to_a_lost_position_or_to_a_long_game(self):
        draw = random.Random(3)
        for text in ["S{1,3,4}", "0.77", "nim", "[n] -> [n-k] for k in {2, 3}"]:
            for misere in [False, True]:
                game = grundy.Game(text, misere=misere)
                for _ in range(15):
                    position = [draw.randrange(9) for _ in range(3)]
                    best = game.best_move(position)
                    if best is None:
                        self.assertEqual(game.moves(position), [])
                    elif game.outcome(position) == "N":
                        self.assertEqual(game.outcome(best.position), "P")
                    else:
                        self.assertIn(best, game.moves(position))
        self.assertEqual(grundy.Game("[n] -> [n-k] for k in 1..2").best_move(9).text, "9 -> 8")
        cram = grundy.Board("cram", "2x3")
        self.assertEqual(cram.after(cram.best_move()).outcome(), "P")
        self.assertIsNone(grundy.Board("cram", "1x1").best_move())


class Graphs(unittest.TestCase):
    def plain(self, graph, misere):
        """Outcomes by going backwards from the ends until nothing changes; None is a draw."""
        ends = "N" if misere else "P"
        found = {vertex: ends for vertex in graph if not graph[vertex]}
        changed = True
        while changed:
            changed = False
            for vertex, followers in graph.items():
                if vertex in found:
                    continue
                after = [found.get(to) for to in followers]
                if "P" in after or None not in after:
                    found[vertex] = "N" if "P" in after else "P"
                    changed = True
        return {vertex: found.get(vertex, "D") for vertex in graph}

    def test_outcomes_are_those_of_a_plain_program(self):
        draw = random.Random(5)
        seen = set()
        for _ in range(60):
            size = draw.randrange(1, 9)
            names = [("v", index) for index in range(size)]
            plain = {name: draw.sample(names, draw.randrange(min(4, size + 1))) for name in names}
            misere = draw.random() < 0.5
            graph = grundy.Graph(plain, misere=misere)
            outcomes = self.plain(plain, misere)
            self.assertEqual(graph.outcomes(), outcomes)
            seen |= set(outcomes.values())
            for name in names:
                self.assertEqual(graph.outcome(name), outcomes[name])
                self.assertEqual(set(graph.moves(name)), set(plain[name]))
                won = {to for to in plain[name] if outcomes[to] == "P"}
                self.assertEqual(set(graph.winning_moves(name)), won)
                self.assertEqual(graph.distance(name) is None, outcomes[name] == "D")
            pairs = {(a, b): [(c, b) for c in plain[a]] + [(a, c) for c in plain[b]] for a in names for b in names}
            both = self.plain(pairs, misere)
            for a, b in pairs:
                self.assertEqual(graph.outcome([a, b]), both[a, b])
                won = {after for after in pairs[a, b] if both[after] == "P"}
                self.assertEqual({tuple(after) for after in graph.winning_moves([a, b])}, won)
        self.assertEqual(seen, set("NPD"))

    def test_values(self):
        graph = grundy.Graph({n: range(n) for n in range(6)})
        self.assertEqual(graph.values(), {n: n for n in range(6)})
        self.assertEqual(graph.value([5, 3]), 6)
        self.assertEqual(graph.value([]), 0)
        self.assertEqual(graph.winning_moves([5, 3]), [[3, 3]])
        self.assertEqual(graph.vertices[0], 0)
        self.assertEqual(len(graph), 6)
        loop = grundy.Graph([(1, 1), (1, 0)])
        self.assertEqual(loop.value(1), frozenset({0}))
        self.assertEqual(loop.value([1, 1]), frozenset())
        both_ways = grundy.Graph([(1, 2), (2, 3)], directed=False)
        self.assertEqual(sorted(both_ways.moves(2)), [1, 3])
        self.assertEqual(grundy.Graph([]).outcomes(), {})
        self.assertEqual(grundy.Graph(pair for pair in ["ab", "bc"] if False).vertices, [])

    def test_edges_may_be_views_of_another_graph(self):
        class Edges(collections.abc.Set, collections.abc.Mapping):
            """As the edges of networkx are."""

            pairs = {("a", "b"): {"weight": 1}, ("b", "c"): {}}

            def __iter__(self):
                return iter(self.pairs)

            def __len__(self):
                return len(self.pairs)

            def __contains__(self, pair):
                return pair in self.pairs

            def __getitem__(self, pair):
                return self.pairs[pair]

        self.assertEqual(grundy.Graph(Edges()).outcomes(), {"a": "P", "b": "N", "c": "P"})
        adjacent = types.MappingProxyType({"a": {"b": {}}, "b": {"c": {}}, "c": {}})
        self.assertEqual(grundy.Graph(adjacent).outcomes(), {"a": "P", "b": "N", "c": "P"})

    def test_moves_may_be_a_function(self):
        draw = random.Random(11)
        for _ in range(30):
            size = draw.randrange(1, 12)
            plain = {at: [draw.randrange(size) for _ in range(draw.randrange(3))] for at in range(size)}
            starts = draw.sample(range(size), draw.randrange(size + 1))
            calls = []

            def moves(vertex):
                calls.append(vertex)
                return iter(plain[vertex])

            misere = draw.random() < 0.5
            graph = grundy.Graph.from_moves(moves, *starts, misere=misere)
            reached, known = list(starts), set(starts)
            for vertex in reached:
                reached += [to for to in dict.fromkeys(plain[vertex]) if to not in known]
                known |= set(plain[vertex])
            self.assertEqual(calls, reached)
            self.assertEqual(graph.vertices, reached)
            self.assertEqual(graph.misere, misere)
            outcomes = self.plain(plain, misere)
            self.assertEqual(graph.outcomes(), {vertex: outcomes[vertex] for vertex in reached})
        self.assertEqual(len(grundy.Graph.from_moves(lambda vertex: [], 1, 1)), 1)

    def test_functions_that_give_no_moves(self):
        for wrong in [lambda n: None, lambda n: 5, lambda n: "ab", lambda n: b"ab", lambda n: [[n]], lambda n: [{}], 5]:
            with self.assertRaises(TypeError):
                grundy.Graph.from_moves(wrong, 1)
        with self.assertRaises(TypeError):
            grundy.Graph.from_moves(5)
        with self.assertRaises(ZeroDivisionError):
            grundy.Graph.from_moves(lambda n: [1 // n, n - 1], 3)
        with self.assertRaises(grundy.LimitReached) as reached:
            grundy.Graph.from_moves(lambda n: [n + 1], 0, time=0.05)
        self.assertEqual(reached.exception.limit, "time")
        with self.assertRaises(grundy.LimitReached) as reached:
            grundy.Graph.from_moves(lambda n: itertools.count(), 0, memory=10**6)
        self.assertEqual(reached.exception.limit, "memory")

    def test_edges_without_end_reach_a_limit(self):
        path = lambda: ((n, n + 1) for n in itertools.count())
        for edges in [path(), {0: itertools.count()}]:
            with self.assertRaises(grundy.LimitReached) as reached:
                grundy.Graph(edges, memory=10**6)
            self.assertEqual(reached.exception.limit, "memory")
        with self.assertRaises(grundy.LimitReached) as reached:
            grundy.Graph(path(), directed=False, time=0.05)
        self.assertEqual(reached.exception.limit, "time")

    def test_lists_of_tokens_count_as_memory(self):
        # Each of these 2001 moves leaves a list of its own.
        for misere in [False, True]:
            ends = grundy.Graph([(1, 0)], misere=misere)
            self.assertEqual(len(ends.moves([1] * 2001)), 2001)
            with self.assertRaises(grundy.LimitReached):
                ends.moves([1] * 2001, memory=10**7)
        with self.assertRaises(grundy.LimitReached):
            grundy.Graph([(1, 0)]).winning_moves([1] * 2001, memory=10**7)

    def test_graphs_are_kept(self):
        for edges in [[], [("c", "a"), ("b", "a"), ("c", "b"), ("a", "c")], {(1, 2): [3, 3], None: []}]:
            for misere in [False, True]:
                graph = grundy.Graph(edges, misere=misere)
                again = pickle.loads(pickle.dumps(graph))
                self.assertEqual((again.vertices, again.misere), (graph.vertices, misere))
                self.assertEqual(again.outcomes(), graph.outcomes())
                for vertex in graph.vertices:
                    self.assertEqual(again.moves(vertex), graph.moves(vertex))
        for vertices, followers in [([1], [[1]]), ([1], []), ([1, 1], [[], []])]:
            with self.assertRaises(ValueError):
                grundy.Graph._kept(vertices, followers, False)

    def test_what_is_no_graph(self):
        for wrong in ["ab", 5, None, [1], [(1,)], [(1, 2, 3)], ["ab"], {"a": "bc"}, {"a": 5}, [([1], 2)], [({}, 2)]]:
            with self.assertRaises(TypeError, msg=repr(wrong)):
                grundy.Graph(wrong)
        graph = grundy.Graph([(1, 2)])
        for wrong in [3, "1", [1, 3], ()]:
            with self.assertRaises(grundy.RuleError, msg=repr(wrong)):
                graph.outcome(wrong)
        with self.assertRaises(TypeError):
            graph.outcome({})
        with self.assertRaises(grundy.RuleError):
            grundy.Graph([(1, 2)], misere=True).value(1)
        crowd = grundy.Graph({n: range(n) for n in range(30)}, misere=True)
        with self.assertRaises(grundy.LimitReached):
            crowd.outcome([29] * 9, time=0.2)


class Quotients(unittest.TestCase):
    def test_outcomes_are_those_of_the_game(self):
        draw = random.Random(7)
        for text in ["0.23", "0.77", "S{1,2,3}", "0.57", "nim"]:
            game, quotient = grundy.Game(text, misere=True), grundy.Game(text).quotient(to=40)
            for _ in range(20):
                heaps = [draw.randrange(12) for _ in range(draw.randrange(4))]
                self.assertEqual(quotient.outcome(heaps), game.outcome(heaps), (text, heaps))
        kayles = grundy.Game("0.77").quotient()
        self.assertEqual((kayles.order, kayles.tame, kayles.period.period), (40, False, 12))
        self.assertEqual(kayles.element(10**30), kayles.element(10**30 + 12))
        self.assertEqual(len(kayles.elements), 40)
        self.assertLessEqual(set(kayles.lost), set(kayles.elements))
        self.assertIn(("a^2", "1"), kayles.relations)
        growing = grundy.Game("0.07").quotient(to=20)
        self.assertIsNone(growing.period)
        self.assertEqual(growing.heaps, 21)
        with self.assertRaises(grundy.RuleError):
            growing.outcome(22)
        with self.assertRaises(grundy.RuleError):
            growing.outcome(-1)
        with self.assertRaises(grundy.RuleError):
            grundy.Game("wythoff").quotient()


class Mistakes(unittest.TestCase):
    def test_numbers_below_0_are_wrong_values(self):
        nim = grundy.Game("nim")
        for wrong in [
            lambda: nim.table(-1),
            lambda: nim.moves(5, -1),
            lambda: nim.value(5, memory=-1),
            lambda: nim.value(5, time=-1),
            lambda: nim.pattern(-1),
            lambda: nim.prove(to=-1),
            lambda: grundy.pattern([1, 2], first=-1),
            lambda: grundy.Period(-1, 2, 3),
            lambda: grundy.Period(1, 0, 3),
            lambda: grundy.Board("cram", "2x2").moves(-1),
            lambda: grundy.nim_sum(1, -1),
            lambda: grundy.mex([-1]),
        ]:
            with self.assertRaises(ValueError):
                wrong()
        for large in [
            lambda: grundy.nim_product(2**128, 1),
            lambda: grundy.Period(2**64, 2, 3),
            lambda: grundy.pattern([0, 1] * 50, first=2**64),
        ]:
            with self.assertRaises(OverflowError):
                large()
        with self.assertRaises(TypeError):
            nim.value(5, memory=1.5)
        self.assertEqual(nim.value(5, memory=2**70), 5)
        self.assertEqual(len(nim.moves(5, 2**70)), 5)
        with self.assertRaisesRegex(grundy.RuleError, "more moves than can be listed"):
            nim.moves(10**20)
        self.assertEqual(len(nim.moves(10**20, 2)), 2)
        with self.assertRaisesRegex(TypeError, "heaps are a whole number"):
            grundy.Game("0.23").quotient().element("5")

    def test_a_mistake_in_a_rule_is_underlined(self):
        with self.assertRaises(ValueError) as caught:
            grundy.Game("[n] -> [n-k] for k in 1..m")
        lines = str(caught.exception).splitlines()
        self.assertEqual(lines[2].index("^"), lines[1].index("m"))

    def test_a_mistake_says_where_it_is(self):
        with self.assertRaises(grundy.RuleError) as raised:
            grundy.Game("[n] -> [n-k]\n for k in 1..m")
        error = raised.exception
        self.assertEqual((error.line, error.column), (2, 14))
        self.assertIn("introduce m", error.help)
        with self.assertRaises(grundy.RuleError) as raised:
            grundy.Game("nim", misere=True).value(3)
        self.assertEqual((raised.exception.line, raised.exception.help), (None, None))

    def test_positions_that_are_none(self):
        nim = grundy.Game("nim")
        for wrong in ["x", "1,2", -1, (1, 2)]:
            with self.assertRaises(grundy.RuleError, msg=repr(wrong)):
                nim.value(wrong)
        for wrong in [1.5, None, {"x": 2}, {5: 1}, collections.Counter([5, 5]), [[[1]]], ["1"], True, b"5", [None], [b"5"], [{3}]]:
            with self.assertRaises(TypeError, msg=repr(wrong)):
                nim.value(wrong)

    def test_lists_in_a_list_are_components(self):
        wythoff = grundy.Game("wythoff")
        self.assertEqual(wythoff.value([[3, 4], [1, 2]]), wythoff.value([(3, 4), (1, 2)]))
        self.assertEqual(wythoff.table([2, 3]), wythoff.table((2, 3)))
        with self.assertRaisesRegex(TypeError, "a table ends"):
            wythoff.table("5")
        for game, wrong in [("nim", (3, 4)), ("wythoff", [3, 4])]:
            with self.assertRaises(grundy.RuleError) as raised:
                grundy.Game(game).value(wrong)
            self.assertIn("(3, 4) is a pair", raised.exception.help)
        with self.assertRaises(grundy.RuleError) as raised:
            grundy.Game("nim").value("3,4")
        self.assertIn("3 4", raised.exception.help)

    def test_numbers_of_every_kind(self):
        nim = grundy.Game("nim")

        class Pile(int):
            def __str__(self):
                return "7"

        class Index:
            def __init__(self, give):
                self.give = give

            def __index__(self):
                return self.give()

        self.assertEqual(nim.value(Pile(3)), 3)
        self.assertEqual(nim.value(Index(lambda: 4)), 4)
        self.assertEqual(nim.value(10**5000), 10**5000)
        self.assertEqual(nim.value(range(3)), 3)
        with self.assertRaises(ZeroDivisionError):
            nim.value(Index(lambda: 1 // 0))
        with self.assertRaises(TypeError):
            nim.value(Index(lambda: "5 + 5"))
        # What a number is, may be asked of the same game.
        self.assertEqual(nim.value(Index(lambda: nim.value(3))), 3)

    def test_texts_say_what_made_them(self):
        texts = ["S{1,3,4}", "[n] -> [n-1]\n", "[n] -> [n-1]\r\n", "# it's \\ \t\u2028 \u65b0\n[n] -> [n-1]"]
        for game in [grundy.Game(text, misere=misere) for text in texts for misere in (False, True)]:
            again = eval(repr(game))
            self.assertEqual((repr(again), again.rule, again.misere), (repr(game), game.rule, game.misere))
        board = grundy.Board("cram", "##/#.", misere=True)
        self.assertEqual(str(eval(repr(board))), str(board))

    def test_games_that_cannot_be_followed(self):
        with self.assertRaisesRegex(grundy.RuleError, "come back"):
            grundy.Game("[n] -> [n]").value(3)
        with self.assertRaisesRegex(grundy.RuleError, "division by zero"):
            grundy.Game("[n] -> [n - 1/(n-3)]").value(3)


class Limits(unittest.TestCase):
    def test_time_and_memory(self):
        with self.assertRaises(grundy.LimitReached):
            grundy.Board("cram", "8x9").value(time=0.2)
        with self.assertRaises(grundy.LimitReached):
            grundy.Game("wythoff").table((10**6, 10**6), memory=10**6)
        for wrong in [-1, float("nan")]:
            with self.assertRaises(ValueError):
                grundy.Game("nim").value(3, time=wrong)
        for long in [1e30, float("inf")]:
            self.assertEqual(grundy.Game("nim").value(3, time=long), 3)

    def test_what_takes_long_is_stopped_and_others_go_on(self):
        board = grundy.Board("cram", "8x9")
        counted = []

        def press():
            # Other threads run while the work lasts.
            for number in range(5):
                time.sleep(0.05)
                counted.append(number)
            signal.raise_signal(signal.SIGINT)

        # Whoever runs the tests in the background may have had the signal ignored.
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        self.addCleanup(signal.signal, signal.SIGINT, before)
        threading.Thread(target=press).start()
        with self.assertRaises(KeyboardInterrupt):
            board.value(time=60)
        self.assertEqual(len(counted), 5)

    @unittest.skipUnless(hasattr(signal, "setitimer"), "there is no alarm here")
    def test_what_has_no_end_is_stopped(self):
        class Alarm(Exception):
            pass

        def ring(*_):
            raise Alarm

        before = signal.signal(signal.SIGALRM, ring)
        self.addCleanup(signal.signal, signal.SIGALRM, before)
        for ask in [
            lambda: grundy.mex(itertools.repeat(0)),
            lambda: grundy.pattern(itertools.repeat(0)),
            lambda: grundy.Game("nim").value(itertools.repeat(1)),
            lambda: grundy.Graph(itertools.repeat((1, 2))),
            lambda: grundy.Graph({1: itertools.repeat(2)}),
        ]:
            signal.setitimer(signal.ITIMER_REAL, 0.05)
            with self.assertRaises(Alarm):
                ask()

    def test_who_waits_is_not_kept_longer_than_allowed(self):
        board = grundy.Board("cram", "8x9")
        ended = []

        def work():
            try:
                board.value(time=60)
            except grundy.LimitReached as reached:
                ended.append(str(reached))

        thread = threading.Thread(target=work)
        thread.start()
        time.sleep(0.1)
        with self.assertRaises(grundy.LimitReached):
            board.value(time=0.1)
        self.assertIn("cram", repr(board))
        # The other one is still at work.
        self.assertEqual(ended, [])
        board.cancel()
        thread.join()
        self.assertIn("on request", ended[0])

    def test_a_signal_handler_that_asks_the_same_is_refused(self):
        board = grundy.Board("cram", "8x9")
        before = signal.signal(signal.SIGINT, lambda *_: board.value())
        self.addCleanup(signal.signal, signal.SIGINT, before)
        threading.Timer(0.1, signal.raise_signal, [signal.SIGINT]).start()
        with self.assertRaisesRegex(RuntimeError, "at work"):
            board.value(time=60)

    def test_explanations_and_programs(self):
        game = grundy.Game("[n] -> [n-k] for k in {1, 3, 4}")
        self.assertIn("the player to move wins", game.explain([9, 10]))
        self.assertIn("必胜走法", game.explain([9, 10], lang="zh-Hans"))
        self.assertIn("P: ", grundy.Board("cram", "4x4").explain())
        self.assertNotIn("the player", grundy.Board("cram", "4x4").explain(lang="zh"))
        self.assertIn("tame", grundy.Game("0.77", misere=True).explain([4, 1]))
        for ask in [lambda: game.explain(3, lang="fr"), lambda: game.code("java")]:
            with self.assertRaises(ValueError):
                ask()
        program = grundy.Game("[a, b] -> [a-k, b] for k in {1, 4} | [a, b-k] for k in 1..b/2")
        for lang, sign in [("c++", "int main()"), ("python", "def answer("), ("rust", "fn main()")]:
            self.assertIn(sign, program.code(lang))
            self.assertIn("G(n + 5) = G(n)", program.code(lang))
        text = program.code("python")
        lines = "".join(f"{a} {b}\n" for a in range(9) for b in range(9))
        run = subprocess.run([sys.executable, "-c", text], input=lines, capture_output=True, text=True)
        self.assertEqual([int(line) for line in run.stdout.split()], sum(program.table((8, 8)), []))

    def test_theorems_and_their_certificates(self):
        for text, misere, method in [
            ("S{1,3,4}", False, "period"),
            ("wythoff", False, "automaton"),
            ("0.77", True, "quotient"),
            ("[n, last] -> [n-k, k] for k in 1..5 if k != last", False, "recurrence"),
        ]:
            theorem = grundy.Game(text, misere=misere).prove()
            self.assertEqual(theorem.method, method)
            self.assertEqual(str(theorem), theorem.statement())
            certified = method in ("period", "automaton")
            if certified:
                again = pickle.loads(pickle.dumps(theorem))
                for ask in (str, repr, lambda it: (it.about, it.method, it.basis, it.certificate, it.proof())):
                    self.assertEqual(ask(again), ask(theorem))
            else:
                self.assertRaisesRegex(TypeError, "without a certificate", pickle.dumps, theorem)
            for given in (theorem.certificate, theorem.proof(), theorem.proof(latex=True)):
                self.assertEqual(given is not None, certified)
            if certified:
                self.assertIn(theorem.basis.split()[-1], grundy.check(theorem.certificate))
        nim = grundy.Game("[a, b] -> [a-k, b] for k in 1..a | [a, b-k] for k in 1..b")
        self.assertEqual(nim.prove("outcomes").about, "outcomes")
        self.assertEqual(nim.prove().about, "values")
        self.assertIsNone(grundy.Game("0.007").prove(to=200))
        self.assertRaises(ValueError, nim.prove, "winners")
        certificate = grundy.Game("S{1,3,4}").prove().certificate
        for wrong in ("", "{}", certificate.replace('"period": "7"', '"period": "8"')):
            self.assertRaises(grundy.RuleError, grundy.check, wrong)
        with self.assertRaises(grundy.LimitReached):
            grundy.Game("0.007").prove(to=10**7, time=0.05)

    def test_patterns(self):
        pattern = grundy.Game("S{1,3,4}").pattern(300)
        self.assertEqual((pattern.to, pattern.theorem()), (300, "G(n + 7) = G(n) for all n >= 0"))
        for seen in pattern.held:
            self.assertEqual(str(seen), seen.statement())
            # What a pattern is taken from is no evidence: here a period of 7.
            self.assertEqual(seen.positions + len(seen.exceptions), 294)
        wythoff = grundy.Game("wythoff").pattern()
        self.assertTrue(any("sqrt(5)" in str(seen) for seen in wythoff.held))
        self.assertTrue(all(len(at) == 2 for seen in wythoff.broken for at in seen.exceptions))
        misere = grundy.Game("0.77", misere=True).pattern()
        self.assertEqual(misere.theorem(), "P exactly when n is in {1, 4, 9, 12, 20}")
        self.assertTrue(all(seen.about == "outcomes" for seen in misere.held))
        self.assertRaises(grundy.RuleError, grundy.Game("nim").pattern, 10**9)
        self.assertRaises(grundy.RuleError, grundy.Game("nim").pattern, 10, kind="x")
        three = grundy.Game("[a, b, c] -> [a-1, b, c] | [a, b-1, c] | [a, b, c-1]")
        self.assertRaises(grundy.RuleError, three.pattern)

    def test_patterns_in_values_from_elsewhere(self):
        for values in ([n % 4 for n in range(50)], tuple(n % 4 for n in range(50)), "\n".join(str(n % 4) for n in range(50))):
            pattern = grundy.pattern(values)
            self.assertEqual((pattern.to, pattern.held[0].formula), (49, "n % 4"))
        rows = [["P" if (a + b) % 3 == 0 else "N" for b in range(1, 20)] for a in range(1, 20)]
        pattern = grundy.pattern(rows, first=1)
        self.assertEqual((pattern.to, pattern.held[0].about), (19, "outcomes"))
        self.assertEqual(str(pattern.held[0]), "P exactly when (a + b) % 3 == 0")
        for wrong in ([], [[1, 2], [3]], ["x"], [1, "N"], [-1], [1.5]):
            self.assertRaises(ValueError, grundy.pattern, wrong)
        self.assertRaises(grundy.RuleError, grundy.pattern, [0, 1], first=2)
        self.assertRaises(TypeError, grundy.pattern, 5)

    def test_who_wins_may_be_true_and_false(self):
        wins = [n % 3 != 0 for n in range(60)]
        pattern, words = grundy.pattern(wins), grundy.pattern(["N" if won else "P" for won in wins])
        self.assertEqual([str(seen) for seen in pattern.held], [str(seen) for seen in words.held])
        self.assertEqual(pattern.held[0].about, "outcomes")

    def test_what_is_seen_twice_is_equal(self):
        of = lambda period: grundy.pattern([n % period for n in range(60)]).held
        self.assertEqual(of(5), of(5))
        self.assertEqual(len(set(of(5) + of(5))), len(of(5)))
        self.assertNotEqual(of(5)[0], of(6)[0])

    def test_what_has_no_order_or_is_read_as_its_keys_is_refused(self):
        quotient = grundy.Game("0.23").quotient()
        for wrong in [{3: 2}, collections.Counter([3, 3]), b"3", "3", None]:
            with self.assertRaises(TypeError, msg=repr(wrong)):
                quotient.outcome(wrong)
        for wrong in [{0: 1, 1: 0}, {0, 1}, b"0 1 0 1", None]:
            with self.assertRaises(TypeError, msg=repr(wrong)):
                grundy.pattern(wrong)

    def test_values_from_elsewhere_that_are_none_are_refused(self):
        values = [n % 5 for n in range(60)]
        for wrong in [None, 2**64, -1, 1.5, float("nan"), "abc", "", "# 3", [], [None]]:
            for all_values in [[wrong] + values, values[:20] + [wrong] + values[20:]]:
                with self.assertRaises(ValueError):
                    grundy.pattern(all_values)
        for text in ["-1\n0\n1\n2", "18446744073709551616\n0\n1", "1.5\n0\n1", "n g\nn g\n0 0\n1 1"]:
            with self.assertRaises(grundy.RuleError):
                grundy.pattern(text)
        # Rows of any kind, as long as one can go through them.
        square = [iter([a ^ b for b in range(30)]) for a in range(30)]
        self.assertEqual(grundy.pattern(square).held[0].formula, "xor(a, b)")
        self.assertEqual(grundy.pattern([range(30)] * 30).held[0].formula, "b")
        self.assertEqual(grundy.pattern("value\n" + "\n".join(map(str, values))).held[0].formula, "n % 5")
        self.assertEqual([seen.formula for seen in grundy.pattern([1]).held if seen.formula == "0"], [])

    def test_what_never_changes_is_its_own_copy(self):
        moves = grundy.Game("nim").winning_moves([3, 4])
        board = grundy.Board("cram", "2x3").winning_moves()
        graph = grundy.Graph([(1, 2)])
        theorem = grundy.Game("kayles").prove()
        pattern, quotient = grundy.Game("S{1,2}").pattern(), grundy.Game("0.23").quotient()
        for kept in [moves[0], board[0], graph, theorem, pattern, pattern.held[0], quotient]:
            self.assertIs(copy.copy(kept), kept)
            self.assertIs(copy.deepcopy([kept])[0], kept)

    def test_moves_are_kept(self):
        half = grundy.Game("[n] if n > 0 -> [n-k] for k in (n+1)/2..n")
        made = [
            *grundy.Game("kayles").moves([7, 2]),
            *grundy.Game("wythoff").moves("[2, 3] + nim[4]"),
            *grundy.Game("nim").moves(10**30, 2),
            *half.winning_moves([40, 6]),
            *grundy.Game("cutting").winning_moves((1, 2)),
            *grundy.Board("chomp", "3,3").moves(),
        ]
        for move in made:
            again = pickle.loads(pickle.dumps(move))
            self.assertEqual(again, move)
            self.assertEqual(hash(again), hash(move))
            for name in ("text", "component", "to", "position", "count", "at_once"):
                self.assertEqual(getattr(again, name, None), getattr(move, name, None))
        board = grundy.Board("chomp", "3,3")
        kept = pickle.loads(pickle.dumps(board.winning_moves()[0]))
        self.assertEqual(board.after(kept).outcome(), "P")
        for before, to in [([], []), (["5"], (3, 2))]:
            with self.assertRaises(ValueError):
                grundy.Move._kept(before, "", 0, to, False)

    def test_games_and_boards_are_compared_and_kept(self):
        self.assertEqual(grundy.Game("nim"), grundy.Game("nim"))
        self.assertNotEqual(grundy.Game("nim"), grundy.Game("nim", misere=True))
        self.assertNotEqual(grundy.Game("nim"), grundy.Game("kayles"))
        self.assertEqual(len({grundy.Game("S{1,2}"), grundy.Game("S{1, 2}"), grundy.Game("nim")}), 2)
        board = grundy.Board("cram", "2x3")
        self.assertEqual(board, grundy.Board("cram", "###/###"))
        self.assertNotEqual(board, grundy.Board("cram", "2x3", misere=True))
        after = {board.after(made) for made in board.moves()}
        self.assertLess(len(after), len(board.moves()) + 1)
        for kept in [grundy.Game("kayles", misere=True), board, grundy.Game("kayles").period()]:
            for other in [pickle.loads(pickle.dumps(kept)), copy.copy(kept), copy.deepcopy(kept)]:
                self.assertEqual(other, kept)
                self.assertEqual(repr(other), repr(kept))

    def test_a_limit_says_which_it_is(self):
        game = grundy.Game("[n] -> [n-k] for k in squares(n)")
        for limits, name in [({"time": 0}, "time"), ({"memory": 1}, "memory")]:
            with self.assertRaises(grundy.LimitReached) as caught:
                game.table(10**7, **limits)
            self.assertEqual(caught.exception.limit, name)

    def test_programs_of_misere_play(self):
        program = grundy.Game("0.77", misere=True).code("python")
        self.assertIn("misère quotient", program)
        self.assertIn("N or P", grundy.Game("wythoff").code("python"))
        self.assertIn("Grundy value", grundy.Game("wythoff").code("python", values=True))
        self.assertRaises(grundy.RuleError, grundy.Game("nim", misere=True).code, "c++", values=True)
        self.assertIn("misere", grundy.Game("squares", misere=True).code("c++"))

    def test_threads_may_ask_one_game(self):
        game = grundy.Game("wythoff")
        right = grundy.Game("wythoff").table((30, 30))
        wrong = []

        def ask(a):
            for b in range(31):
                if game.value((a, b)) != right[a][b]:
                    wrong.append((a, b))

        threads = [threading.Thread(target=ask, args=(a,)) for a in range(31)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])


class Nimbers(unittest.TestCase):
    def test_field(self):
        self.assertEqual(grundy.nim_sum(), 0)
        self.assertEqual(grundy.nim_product(8, 8), 13)
        draw = random.Random(2)
        for _ in range(100):
            a = draw.randrange(1, 2**128)
            self.assertEqual(grundy.nim_product(a, grundy.nim_inverse(a)), 1)
            self.assertEqual(grundy.nim_product(a, a), grundy.nim_power(a, 2))
            self.assertEqual(grundy.nim_square_root(grundy.nim_product(a, a)), a)
        with self.assertRaises(ZeroDivisionError):
            grundy.nim_inverse(0)
        with self.assertRaises(OverflowError):
            grundy.nim_product(2**128, 1)

    def test_exponents_of_any_size(self):
        for a in [1, 2, 3, 2**127 + 5]:
            self.assertEqual(grundy.nim_power(a, 2**128 - 1), 1)
            self.assertEqual(grundy.nim_power(a, 2**128), a)
            self.assertEqual(grundy.nim_power(a, 10**50), grundy.nim_power(a, 10**50 % (2**128 - 1)))
        self.assertEqual([grundy.nim_power(0, exponent) for exponent in (0, 1, 2**128 - 1, 10**50)], [1, 0, 0, 0])
        with self.assertRaisesRegex(ValueError, "nim_inverse"):
            grundy.nim_power(3, -1)

    def test_mex(self):
        self.assertEqual(grundy.mex([]), 0)
        self.assertEqual(grundy.mex([0, 1, 10**40, 1, 0]), 2)
        self.assertEqual(grundy.mex(itertools.chain(range(200000, 0, -1), [0])), 200001)
        for wrong, kind in [([0, -1], ValueError), ([1.5], TypeError), (["1"], TypeError), (5, TypeError)]:
            with self.assertRaises(kind):
                grundy.mex(wrong)
        self.assertEqual(grundy.mex(range(5)), 5)
        self.assertEqual(grundy.mex([2**100, 1]), 0)


class Texts(unittest.TestCase):
    def test_examples(self):
        things = {"grundy": grundy}
        for name in grundy.__all__:
            things[name] = getattr(grundy, name)
            if isinstance(things[name], type) and not issubclass(things[name], Exception):
                inside = [inner for inner in dir(things[name]) if not inner.startswith("_")]
                things |= {f"{name}.{inner}": getattr(things[name], inner) for inner in inside}
        del things["__version__"]
        finder, runner = doctest.DocTestParser(), doctest.DocTestRunner()
        tried = 0
        for name, thing in things.items():
            self.assertTrue(thing.__doc__, name)
            test = finder.get_doctest(thing.__doc__, {"grundy": grundy}, name, None, None)
            attempted = runner.run(test).attempted
            if callable(thing) and not name.endswith(".cancel") and thing not in (grundy.RuleError, grundy.LimitReached):
                self.assertGreater(attempted, 0, name)
            tried += attempted
        page = (HERE / "README.md").read_text("utf-8")
        test = finder.get_doctest(page, {}, "README.md", "README.md", 0)
        tried += runner.run(test).attempted
        self.assertEqual(runner.failures if hasattr(runner, "failures") else runner.summarize().failed, 0)
        self.assertGreater(tried, 80)

    def test_the_page_has_all_that_there_is(self):
        page = (HERE / "README.md").read_text("utf-8").split("## Everything there is")[1]
        rows = [row for row in page.splitlines() if row.startswith("| `")]
        for name in set(grundy.__all__) - {"__version__"}:
            about = " ".join(row for row in rows if re.search(rf"`{name}\b", row))
            self.assertTrue(about, name)
            thing = getattr(grundy, name)
            if isinstance(thing, type) and not issubclass(thing, Exception):
                for inner in dir(thing):
                    if not inner.startswith("_"):
                        self.assertRegex(about, rf"[`.]{inner}\b", name)

    def test_the_types_have_the_arguments_of_the_functions(self):
        """Names, order, kinds and defaults of the arguments are the same in grundy.pyi."""

        def said(body):
            args = body.args
            self.assertFalse(args.posonlyargs or args.kwarg)
            defaults = [None] * (len(args.args) - len(args.defaults)) + args.defaults
            listed = [(arg.arg, "plain", default) for arg, default in zip(args.args, defaults)]
            listed += [(args.vararg.arg, "star", None)] if args.vararg else []
            listed += [(arg.arg, "named", default) for arg, default in zip(args.kwonlyargs, args.kw_defaults)]
            return [(name, kind, ast.unparse(default) if default else "") for name, kind, default in listed if name not in ("self", "cls")]

        def found(thing):
            kinds = {"VAR_POSITIONAL": "star", "KEYWORD_ONLY": "named"}
            arguments = inspect.signature(thing).parameters.values()
            shown = lambda default: "" if default is inspect.Parameter.empty else repr(default)
            return [(it.name, kinds.get(it.kind.name, "plain"), shown(it.default)) for it in arguments if it.name != "self"]

        compared = 0
        for body in ast.parse((HERE / "grundy.pyi").read_text("utf-8")).body:
            if isinstance(body, ast.FunctionDef):
                self.assertEqual(said(body), found(getattr(grundy, body.name)), body.name)
                compared += 1
            for inner in getattr(body, "body", []) if isinstance(body, ast.ClassDef) else []:
                if isinstance(inner, ast.FunctionDef) and not inner.decorator_list or getattr(inner, "name", "") == "from_moves":
                    thing = getattr(grundy, body.name)
                    given = thing if inner.name == "__new__" else getattr(thing, inner.name)
                    self.assertEqual(said(inner), found(given), f"{body.name}.{inner.name}")
                    compared += 1
        self.assertGreater(compared, 45)

    def test_the_types_are_those_of_the_module(self):
        """Every public name stands in grundy.pyi, and nothing else does."""
        tree = ast.parse((HERE / "grundy.pyi").read_text("utf-8"))
        public = lambda names: {name for name in names if not name.startswith("_")}
        given = {it.targets[0].id: it.value for it in tree.body if isinstance(it, ast.Assign)}
        self.assertEqual(ast.literal_eval(given["__all__"]), sorted(grundy.__all__))
        bodies = {it.name: it for it in tree.body if isinstance(it, (ast.ClassDef, ast.FunctionDef))}
        # In a wheel the module stands in a package of the same name.
        self.assertEqual(public(bodies), public(dir(grundy)) - {"grundy"})
        for name, body in bodies.items():
            if isinstance(body, ast.ClassDef) and not issubclass(getattr(grundy, name), Exception):
                said = {
                    it.target.id if isinstance(it, ast.AnnAssign) else it.name for it in body.body
                }
                self.assertEqual(public(said), public(dir(getattr(grundy, name))), name)


if __name__ == "__main__":
    unittest.main()
