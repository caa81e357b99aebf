//! Parts of a script that are never run, and names that hide words: what Rhai takes without a word.

use super::Names;
use super::errors::Source;
use super::lexer::{self, Token};
use crate::diagnostic::Diagnostic;
use crate::shop::Workshop;
use cardwright_engine::symbol::Symbol;
use rhai::{AST, ASTNode, Expr, Position, Stmt};
use std::collections::BTreeSet;
use std::ops::Range;

/// What can never run, and what hides a word.
pub(crate) fn check(ast: &AST, source: &Source, names: &Names, shop: &Workshop) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    unreachable(ast, source, &mut found);
    never_called(ast, source, &mut found);
    shadowed(source, names, shop, &mut found);
    found
}

/// How a list of statements is left before its end.
struct Leaving {
    position: Position,
    says: &'static str,
}

fn unreachable(ast: &AST, source: &Source, found: &mut Vec<Diagnostic>) {
    statements(ast.statements(), source, found);
    // Bodies of functions are not lists to us, only statements that lie one behind the other.
    let own = ast.statements().as_ptr_range();
    let mut last: Option<(*const Stmt, Option<Leaving>)> = None;
    ast.walk(&mut |path| {
        match path {
            [ASTNode::Stmt(statement)] if !own.contains(&std::ptr::from_ref(*statement)) => {
                let here = std::ptr::from_ref(*statement);
                if let Some((before, Some(leaving))) = &last
                    && before.wrapping_add(1) == here
                {
                    report(source, statement, leaving, found);
                }
                last = Some((here, leaves(statement)));
                inside(statement, source, found);
            }
            [.., ASTNode::Stmt(statement)] => inside(statement, source, found),
            [.., ASTNode::Expr(Expr::Stmt(block))] => statements(block.statements(), source, found),
            _ => {}
        }
        true
    });
}

/// Looks at the lists of statements inside of one.
fn inside(statement: &Stmt, source: &Source, found: &mut Vec<Diagnostic>) {
    match statement {
        Stmt::If(flow, _) | Stmt::While(flow, _) | Stmt::Do(flow, ..) | Stmt::TryCatch(flow, _) => {
            statements(flow.body.statements(), source, found);
            statements(flow.branch.statements(), source, found);
            let (never, why) = match (statement, &flow.expr) {
                (Stmt::If(..) | Stmt::While(..), Expr::BoolConstant(false, at)) => (flow.body.statements().first(), Some(*at)),
                (Stmt::If(..), Expr::BoolConstant(true, at)) => (flow.branch.statements().first(), Some(*at)),
                _ => (None, None),
            };
            if let (Some(never), Some(position)) = (never, why) {
                report(source, never, &Leaving { position, says: "this never changes" }, found);
            }
        }
        Stmt::For(parts, _) => statements(parts.2.body.statements(), source, found),
        Stmt::Block(block) => statements(block.statements(), source, found),
        _ => {}
    }
}

fn statements(list: &[Stmt], source: &Source, found: &mut Vec<Diagnostic>) {
    for pair in list.windows(2) {
        if let [first, second] = pair
            && let Some(leaving) = leaves(first)
        {
            report(source, second, &leaving, found);
            return;
        }
    }
}

/// Whether nothing behind a statement is run.
fn leaves(statement: &Stmt) -> Option<Leaving> {
    match statement {
        Stmt::Return(_, flags, position) => {
            let throws = flags.contains(rhai::ASTFlags::BREAK);
            Some(Leaving { position: *position, says: if throws { "the script gives up here" } else { "it ends here" } })
        }
        Stmt::BreakLoop(_, _, position) => Some(Leaving { position: *position, says: "the loop is left here" }),
        Stmt::Block(block) => block.statements().iter().find_map(leaves),
        Stmt::If(flow, _) => {
            let body = flow.body.statements().iter().find_map(leaves);
            let branch = flow.branch.statements().iter().find_map(leaves);
            body.filter(|_| branch.is_some())
        }
        _ => None,
    }
}

fn report(source: &Source, never: &Stmt, leaving: &Leaving, found: &mut Vec<Diagnostic>) {
    if matches!(never, Stmt::Noop(_)) {
        return;
    }
    let trouble =
        Diagnostic::warning("unreachable-code", "this is never run").at(source.file, source.statement(never.position()));
    found.push(
        trouble.see(source.file, source.span(leaving.position), leaving.says).help("delete it, or what keeps it from being run"),
    );
}

/// Functions of the script that nothing calls.
fn never_called(ast: &AST, source: &Source, found: &mut Vec<Diagnostic>) {
    let functions: BTreeSet<&str> = ast.iter_functions().map(|function| function.name).collect();
    let all: Vec<(Token, Range<usize>)> = lexer::tokens(source.text).collect();
    for name in functions.into_iter().filter(|name| !name.starts_with("anon$")) {
        let says = |index: usize| all.get(index).map(|(_, span)| &source.text[span.clone()]);
        let mentions =
            (0..all.len()).filter(|&index| says(index).is_some_and(|text| text == name || text.trim_matches('"') == name));
        let (defining, using): (Vec<usize>, Vec<usize>) = mentions.partition(|&index| index > 0 && says(index - 1) == Some("fn"));
        let Some(defined) = defining.first() else { continue };
        // A function that only calls itself is not called.
        let body = lexer::block(&all, source.text, *defined);
        if using.iter().all(|index| body.contains(index)) {
            let span = source.in_file(all[*defined].1.clone());
            let trouble = Diagnostic::warning("unreachable-code", format!("the function `{name}` is never called"));
            found.push(trouble.at(source.file, span).help(format!("call it: `{name}(...)`, or delete it")));
        }
    }
}

/// Variables, parameters and functions that are called like a word of the vocabulary.
fn shadowed(source: &Source, names: &Names, shop: &Workshop, found: &mut Vec<Diagnostic>) {
    let all: Vec<(Token, Range<usize>)> = lexer::tokens(source.text).collect();
    let says = |index: usize| all.get(index).map_or("", |(_, span)| &source.text[span.clone()]);
    let keywords = shop.keywords.borrow();
    let is_value = |name: &str| names.values.contains_key(name) || keywords.contains_key(&Symbol::new(&name.replace('_', " ")));
    let mut hidden = |index: usize, what: &str| {
        let name = says(index);
        let span = source.in_file(all[index].1.clone());
        let message = format!("this {what} hides the word `{name}` of the vocabulary");
        let trouble = Diagnostic::warning("shadowed-word", message).at(source.file, span);
        found.push(
            trouble.help(format!("give it another name, like `my_{name}`")).note(format!("from here on `{name}` is the {what}")),
        );
    };
    let mut index = 0;
    while index < all.len() {
        let before = index.checked_sub(1).map_or("", says);
        match says(index) {
            "let" | "const" | "for" if all[index].0 == Token::Word && is_value(says(index + 1)) => {
                hidden(index + 1, if says(index) == "const" { "constant" } else { "variable" });
            }
            "fn" if all[index].0 == Token::Word => {
                let name = says(index + 1);
                if names.functions.contains_key(name) || is_value(name) {
                    hidden(index + 1, "function");
                }
                index += 2;
                while index < all.len() && says(index) != ")" {
                    if all[index].0 == Token::Word && is_value(says(index)) {
                        hidden(index, "parameter");
                    }
                    index += 1;
                }
            }
            // A closure begins where a value may stand.
            "|" if matches!(before, "(" | "," | "=" | "[" | "#{" | ":" | "{" | ";" | "return" | "") => {
                index += 1;
                while index < all.len() && says(index) != "|" {
                    if all[index].0 == Token::Word && is_value(says(index)) {
                        hidden(index, "parameter");
                    }
                    index += 1;
                }
            }
            _ => {}
        }
        index += 1;
    }
}
