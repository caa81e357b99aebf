//! More than one mistake at once: where one statement is broken, the others are looked at all the same.

use super::errors::{self, Source};
use super::lexer::{self, Token};
use super::{Names, ScriptHost};
use crate::diagnostic::Diagnostic;
use crate::shop::Work;
use rhai::{AST, ASTNode, Dynamic, EvalAltResult, Expr, ParseError, Scope, Stmt};
use std::collections::BTreeSet;
use std::ops::Range;

/// More of them would only scroll the first away.
const MOST: usize = 8;

impl ScriptHost {
    /// Every statement that cannot be read, each with its own mistake.
    pub(super) fn syntax_errors(&self, source: &Source, first: &ParseError) -> Vec<Diagnostic> {
        let pieces = pieces(source.text, &self.names.borrow());
        let mut found = Vec::new();
        if pieces.len() > 1 {
            for piece in pieces {
                let Some(text) = source.text.get(piece.clone()) else { continue };
                let part = Source { file: source.file, offset: source.offset + piece.start, text };
                if let Err(error) = self.engine.borrow().compile(text) {
                    found.push(errors::syntax(error.err_type(), &part, error.position()));
                }
            }
        }
        // What is wrong only as a whole is said once.
        if found.is_empty() {
            found.push(errors::syntax(first.err_type(), source, first.position()));
        }
        found.truncate(MOST);
        found
    }

    /// After a script has failed: every statement by itself, with all that fail. What depends on a failed one is left out.
    pub(super) fn failures(&self, ast: &AST, source: &Source, first: Box<EvalAltResult>) -> Vec<Diagnostic> {
        let elsewhere = |path: &str| self.files.get(path).cloned();
        let of = |error: &EvalAltResult| errors::diagnose(error, source, &elsewhere);
        let first = of(&first);
        if first.code == "script-limit" {
            return vec![first];
        }
        let work = {
            let before = self.shop.work.borrow();
            let mut work = Work::new(before.owner, before.version, false);
            work.known_tokens = before.known_tokens.clone();
            work
        };
        self.shop.work.replace(work);
        self.start();
        let mut scope = Scope::new();
        let mut missing: BTreeSet<&str> = BTreeSet::new();
        let mut found = Vec::new();
        for statement in ast.statements() {
            let depends = mentions(ast, statement, &missing);
            let failed = depends || {
                let mut alone = AST::new([statement.clone()], ast.shared_lib().clone());
                alone.set_source(source.file.path.as_ref());
                match self.engine.borrow().run_ast_with_scope(&mut scope, &alone) {
                    Ok(()) => false,
                    Err(error) => {
                        found.push(of(&error));
                        true
                    }
                }
            };
            // Variables are known by their places: a missing one keeps its own.
            if let (Stmt::Var(parts, ..), true) = (statement, failed) {
                missing.insert(parts.0.name.as_str());
                scope.push_dynamic(parts.0.name.to_string(), Dynamic::UNIT);
            }
        }
        if found.is_empty() {
            found.push(first);
        }
        found.truncate(MOST);
        found
    }
}

/// Whether a statement speaks of one of these variables.
fn mentions(ast: &AST, statement: &Stmt, missing: &BTreeSet<&str>) -> bool {
    if missing.is_empty() {
        return false;
    }
    let mut found = false;
    let own = std::ptr::from_ref(statement);
    ast.walk(&mut |path| {
        let inside = matches!(path.first(), Some(ASTNode::Stmt(first)) if std::ptr::from_ref(*first) == own);
        if inside && let Some(ASTNode::Expr(Expr::Variable(variable, ..))) = path.last() {
            found |= missing.contains(variable.1.as_str());
        }
        !found
    });
    found
}

/// The statements of a script that cannot be read. One ends with a `;` outside of all brackets, or where a line begins another
/// though a bracket is still open.
fn pieces(text: &str, names: &Names) -> Vec<Range<usize>> {
    let mut pieces = Vec::new();
    let mut start: Option<usize> = None;
    let (mut depth, mut end) = (0u32, 0);
    for (token, span) in lexer::tokens(text) {
        let word = &text[span.clone()];
        let line = text[..span.start].rfind('\n').map_or(0, |newline| newline + 1);
        let begins = token == Token::Word
            && text[line..span.start].trim().is_empty()
            && (names.statements.contains(word) || matches!(word, "let" | "fn" | "const"));
        if let Some(from) = start.filter(|_| begins) {
            let outer = text[..from].rfind('\n').map_or(0, |newline| newline + 1);
            if span.start - line <= from - outer {
                pieces.push(from..end);
                start = None;
            }
        }
        if start.is_none() {
            start = Some(span.start);
            depth = 0;
        }
        match token {
            Token::Open => depth += 1,
            Token::Close => depth = depth.saturating_sub(1),
            _ => {}
        }
        end = span.end;
        if let Some(from) = start.filter(|_| word == ";" && depth == 0) {
            pieces.push(from..end);
            start = None;
        }
    }
    pieces.extend(start.map(|from| from..end));
    pieces
}
