//! Parameters of blocks that are copies of other values are removed.
//!
//! The builder gives a block a parameter for every variable that is read in it, also where the variable is the
//! same whichever way the block was reached. Cranelift removes those that are one constant or result, not those
//! that are all the same parameter of another block. Left in place they are moved from register to register, and
//! keep it from seeing that an expression in two blocks is one.
//!
//! Which value a parameter copies is found as constants are propagated (Wegman and Zadeck, ACM Transactions on
//! Programming Languages and Systems 13, 1991), with the parameters themselves as constants where two values meet:
//!
//! ```text
//! repeat   each parameter copies what the first jump passes to it, but for the merges, which copy themselves;
//!          where another jump passes a copy of something else, it is a merge
//! until    no new merge is found
//! ```

use std::collections::{HashMap, HashSet};

use cranelift_codegen::ir::dfg::DataFlowGraph;
use cranelift_codegen::ir::{Block, BlockArg, BlockCall, Function, Inst, Value};

/// What jumps pass to the parameter of a block.
struct Passed {
    parameter: Value,
    value: Value,
}

/// Removes the parameters that are copies from all blocks of a function.
pub(super) fn remove(function: &mut Function) {
    function.dfg.resolve_all_aliases();
    let passed = passed(function);
    let copied = copied(&passed);
    let copies = |block: Block, dfg: &DataFlowGraph| {
        let own = |value: &Value| copied.get(value).is_some_and(|copied| copied != value);
        dfg.block_params(block).iter().map(own).collect::<Vec<bool>>()
    };
    for inst in jumps(function) {
        let dfg = &mut function.dfg;
        let targets = dfg.insts[inst].branch_destination(&dfg.jump_tables, &dfg.exception_tables);
        let shortened: Vec<BlockCall> = targets.to_vec();
        let shortened = shortened.into_iter().map(|call| {
            let block = call.block(&dfg.value_lists);
            let args: Vec<BlockArg> = call.args(&dfg.value_lists).collect();
            let kept = args.into_iter().zip(copies(block, dfg)).filter(|(_, is_copy)| !is_copy);
            let kept: Vec<BlockArg> = kept.map(|(arg, _)| arg).collect();
            BlockCall::new(block, kept, &mut dfg.value_lists)
        });
        let shortened: Vec<BlockCall> = shortened.collect();
        let targets =
            dfg.insts[inst].branch_destination_mut(&mut dfg.jump_tables, &mut dfg.exception_tables);
        targets.copy_from_slice(&shortened);
    }
    for (parameter, value) in copied {
        if parameter != value {
            function.dfg.remove_block_param(parameter);
            function.dfg.change_to_alias(parameter, value);
        }
    }
}

/// The instructions with which blocks end.
fn jumps(function: &Function) -> Vec<Inst> {
    function.layout.blocks().filter_map(|block| function.layout.last_inst(block)).collect()
}

/// All that jumps pass to parameters.
fn passed(function: &Function) -> Vec<Passed> {
    let dfg = &function.dfg;
    let mut passed = Vec::new();
    for inst in jumps(function) {
        for call in dfg.insts[inst].branch_destination(&dfg.jump_tables, &dfg.exception_tables) {
            let parameters = dfg.block_params(call.block(&dfg.value_lists));
            for (&parameter, arg) in parameters.iter().zip(call.args(&dfg.value_lists)) {
                let value = arg.as_value().unwrap_or(parameter);
                passed.push(Passed { parameter, value });
            }
        }
    }
    passed
}

/// Which value each parameter to which something is passed copies: itself where values meet.
fn copied(passed: &[Passed]) -> HashMap<Value, Value> {
    let parameters: HashSet<Value> = passed.iter().map(|passed| passed.parameter).collect();
    let mut merges: Vec<Value> = Vec::new();
    loop {
        let mut copied: HashMap<Value, Value> = merges.iter().map(|&own| (own, own)).collect();
        let known = merges.len();
        let mut changes = true;
        while changes && merges.len() == known {
            changes = false;
            for &Passed { parameter, value } in passed {
                let source = match copied.get(&value) {
                    Some(&source) => source,
                    None if parameters.contains(&value) => continue,
                    None => value,
                };
                match copied.get(&parameter) {
                    None => {
                        copied.insert(parameter, source);
                        changes = true;
                    }
                    Some(&own) if own == parameter || own == source => {}
                    Some(_) => merges.push(parameter),
                }
            }
        }
        if merges.len() == known {
            return copied;
        }
        merges.sort_unstable();
        merges.dedup();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Copies of values by number: what each parameter that is named is a copy of.
    fn found(passed: &[(u32, u32)]) -> Vec<(u32, u32)> {
        let passed: Vec<Passed> = passed
            .iter()
            .map(|&(parameter, value)| Passed {
                parameter: Value::from_u32(parameter),
                value: Value::from_u32(value),
            })
            .collect();
        let mut found: Vec<(u32, u32)> =
            copied(&passed).into_iter().map(|(a, b)| (a.as_u32(), b.as_u32())).collect();
        found.sort_unstable();
        found
    }

    #[test]
    fn a_parameter_is_a_copy_where_all_that_is_passed_is_one_value() {
        // 1 is a counter, to which 0 and 2 = 1 + 1 are passed; 10, 11, 12 pass it around an inner loop.
        let counter = [(1, 0), (1, 2)];
        let around = [(10, 1), (10, 12), (11, 10), (12, 10), (12, 11)];
        let all: Vec<_> = counter.into_iter().chain(around).collect();
        assert_eq!(found(&all), [(1, 1), (10, 1), (11, 1), (12, 1)]);
        // In whichever order they are seen.
        let turned: Vec<_> = all.into_iter().rev().collect();
        assert_eq!(found(&turned), [(1, 1), (10, 1), (11, 1), (12, 1)]);
        // What is exchanged in a loop are two values; a copy of a copy of one is one.
        assert_eq!(found(&[(1, 7), (2, 8), (1, 2), (2, 1), (3, 1)]), [(1, 1), (2, 2), (3, 1)]);
    }
}
