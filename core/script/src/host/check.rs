//! Looks through a script before it runs: words that nobody knows, wrong numbers of arguments, lines without effect.
//!
//! Rhai would stop at the first of them, and would not look into closures that only run during a game.

use super::Names;
use super::errors::Source;
use crate::diagnostic::{Diagnostic, nearest};
use crate::shop::Workshop;
use crate::words::now_called;
use cardwright_engine::symbol::Symbol;
use rhai::{AST, ASTNode, Expr, FnCallExpr, Position, Stmt};
use std::collections::BTreeSet;

/// Everything that is wrong with the words of a script, and the functions of the prelude that it uses.
pub(crate) fn check(ast: &AST, source: &Source, names: &Names, shop: &Workshop) -> (Vec<Diagnostic>, BTreeSet<Symbol>) {
    let own: BTreeSet<&str> = ast.iter_functions().map(|function| function.name).collect();
    let mut check = Check { source, names, shop, own, keys: BTreeSet::new(), found: Vec::new(), prelude: BTreeSet::new() };
    ast.walk(&mut |path| {
        if let Some(ASTNode::Expr(Expr::Map(map, _))) = path.last() {
            check.keys.extend(map.0.iter().map(|(key, _)| key.name.to_string()));
        }
        true
    });
    // Statements of the script itself are in this slice; all others belong to its functions and closures. A closure receives
    // what it captures as a parameter, but its body was read before that was known: there a captured name proves nothing, and
    // an unknown word is found where the closure is made.
    let own_statements = ast.statements().as_ptr_range();
    let captured: BTreeSet<&str> =
        ast.iter_functions().filter(|function| function.name.starts_with("anon$")).flat_map(|function| function.params).collect();
    ast.walk(&mut |path| {
        let outside = matches!(path.first(), Some(ASTNode::Stmt(first)) if own_statements.contains(&std::ptr::from_ref(*first)));
        match path.last() {
            Some(ASTNode::Expr(Expr::Variable(variable, None, _))) if !outside && captured.contains(variable.1.as_str()) => {}
            Some(ASTNode::Expr(expression)) => check.expression(expression),
            Some(ASTNode::Stmt(Stmt::FnCall(call, position))) => check.call(call, *position, 0),
            _ => {}
        }
        true
    });
    for statement in ast.statements() {
        check.statement(statement);
    }
    (check.found, check.prelude)
}

struct Check<'a> {
    source: &'a Source<'a>,
    names: &'a Names,
    shop: &'a Workshop,
    /// Functions of the script itself.
    own: BTreeSet<&'a str>,
    /// Keys of maps in the script: what may stand behind a point without being a word.
    keys: BTreeSet<String>,
    found: Vec<Diagnostic>,
    prelude: BTreeSet<Symbol>,
}

impl Check<'_> {
    fn expression(&mut self, expression: &Expr) {
        match expression {
            Expr::Variable(variable, None, position) if variable.0.is_none() => self.variable(&variable.1, *position),
            Expr::FnCall(call, position) => self.call(call, *position, 0),
            Expr::MethodCall(call, position) => self.call(call, *position, 1),
            Expr::Property(property, position) => self.property(&property.2, *position),
            _ => {}
        }
    }

    /// The word as it is called now; an old one is reported.
    fn current<'n>(&mut self, name: &'n str, position: Position) -> &'n str {
        let Some(now) = now_called(name).filter(|_| !self.own.contains(name)) else { return name };
        self.found.push(Diagnostic::old_word(self.source.file, self.source.span(position), name, now));
        now
    }

    fn variable(&mut self, name: &str, position: Position) {
        let name = self.current(name, position);
        if self.names.values.contains_key(name) || self.own.contains(name) || self.names.prelude.contains_key(name) {
            return;
        }
        let keyword = name.replace('_', " ");
        let keywords = self.shop.keywords.borrow();
        if keywords.contains_key(&Symbol::new(&keyword)) {
            return;
        }
        let span = self.source.span(position);
        let trouble = Diagnostic::error("unknown-word", format!("nothing is called `{name}`")).at(self.source.file, span);
        if self.names.functions.contains_key(name) {
            let signature = self.names.signatures(name);
            self.found.push(trouble.help(format!("write it with parentheses: {signature}")));
            return;
        }
        let identifiers: Vec<String> = keywords.keys().map(|keyword| keyword.as_str().replace(' ', "_")).collect();
        let candidates = self.names.values.keys().copied().chain(identifiers.iter().map(String::as_str));
        let trouble = match nearest(name, candidates.chain(self.names.functions.keys().copied())) {
            Some(word) => trouble.did_you_mean(Some(word)),
            None if self.names.properties.contains(name) => {
                trouble.help(format!("`{name}` stands behind a point: `creatures.{name}`"))
            }
            None => trouble,
        };
        self.found.push(trouble);
    }

    fn call(&mut self, call: &FnCallExpr, position: Position, receiver: usize) {
        let name = call.name.as_str();
        if call.op_token.is_some()
            || !name.starts_with(|first: char| first.is_alphabetic() || first == '_')
            || !call.namespace.is_empty()
        {
            return;
        }
        let name = self.current(name, position);
        if let Some(counts) = self.names.prelude.get(name) {
            self.prelude.insert(Symbol::new(name));
            if counts.contains(&(call.args.len() + receiver)) || counts.contains(&call.args.len()) {
                return;
            }
        }
        let builtin = ["call", "curry", "type_of", "is_shared", "is_def_fn", "is_def_var", "Fn"].contains(&name);
        if builtin || self.own.contains(name) || self.names.rhai.contains(name) {
            return;
        }
        let span = self.source.span(position);
        let file = self.source.file;
        match self.names.functions.get(name) {
            Some(counts) if counts.contains(&(call.args.len() + receiver)) => {}
            Some(counts) => {
                let signature = self.names.signatures(name);
                let number = call.args.len();
                let message = format!("`{name}` does not take {number} {}", if number == 1 { "argument" } else { "arguments" });
                let trouble =
                    Diagnostic::error("wrong-argument", message).at(file, span).help(format!("it is written {signature}"));
                let too_many = counts.iter().all(|count| *count < number + receiver);
                self.found.push(match too_many && signature.contains("effect)") {
                    true => trouble.help("several effects are a list: `[draw(1), gain_life(2)]`"),
                    false => trouble,
                });
            }
            None => {
                let trouble = Diagnostic::error("unknown-word", format!("nothing is called `{name}`")).at(file, span);
                let known = self.names.functions.keys().copied().chain(self.own.iter().copied());
                let known = known.chain(self.names.prelude.keys().map(String::as_str));
                self.found.push(match nearest(name, known.clone()) {
                    Some(word) => trouble.did_you_mean(Some(word)),
                    None if receiver == 1 && self.names.properties.contains(name) => trouble.help("leave the parentheses out"),
                    None if receiver == 1 => trouble.did_you_mean(nearest(name, self.names.properties.iter().copied())),
                    None if self.names.values.contains_key(name) => trouble.help("leave the parentheses out"),
                    None => trouble,
                });
            }
        }
    }

    fn property(&mut self, name: &str, position: Position) {
        let name = self.current(name, position);
        if self.names.properties.contains(name) || self.keys.contains(name) || name == "len" {
            return;
        }
        let span = self.source.span(position);
        let trouble = Diagnostic::error("unknown-word", format!("nothing is called `.{name}`")).at(self.source.file, span);
        self.found.push(match self.names.functions.contains_key(name) {
            true => trouble.help(format!("write it with parentheses: {}", self.names.signatures(name))),
            false => trouble
                .did_you_mean(nearest(name, self.names.properties.iter().copied().chain(self.names.functions.keys().copied()))),
        });
    }

    /// A statement whose value nobody uses does nothing, unless its first word is one that adds to the card.
    fn statement(&mut self, statement: &Stmt) {
        let (first, position) = match statement {
            Stmt::FnCall(call, position) if call.op_token.is_some() => (None, *position),
            Stmt::FnCall(call, position) => (Some(call.name.as_str()), *position),
            Stmt::Expr(expression) => (first_word(expression), expression.start_position()),
            _ => return,
        };
        let acts = first.is_some_and(|name| self.names.statements.contains(name) || !self.names.known(name));
        if acts || self.found.iter().any(Diagnostic::is_error) {
            return;
        }
        let span = self.source.statement(position);
        self.found.push(
            Diagnostic::warning("line-without-effect", "this line does nothing")
                .at(self.source.file, span)
                .help("put it into `spell(...)`, `when(...)` or `always(...)`"),
        );
    }
}

/// The word that an expression begins with, if it is a function or a value.
fn first_word(expression: &Expr) -> Option<&str> {
    match expression {
        Expr::FnCall(call, _) if call.op_token.is_none() => Some(call.name.as_str()),
        Expr::Variable(variable, ..) => Some(variable.1.as_str()),
        Expr::Dot(parts, ..) => first_word(&parts.lhs),
        _ => None,
    }
}
