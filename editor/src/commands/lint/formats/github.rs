//! Workflow commands: `::error file=...,line=...::message`.

use super::on_disk;
use cardwright_script::diagnostic::{Diagnostic, Severity};

/// A finding as a workflow command.
pub(super) fn command(finding: &Diagnostic) -> String {
    let kind = match finding.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "notice",
    };
    let mut properties = Vec::new();
    if let Some(label) = finding.primary() {
        let (path, counted) = on_disk(&label.file);
        properties.push(format!("file={}", property(path)));
        if let Some(file) = counted {
            let (start, end) = (file.place(label.span.start), file.place(label.span.end));
            properties.push(format!("line={},col={},endLine={},endColumn={}", start.line, start.column, end.line, end.column));
        }
    }
    properties.push(format!("title={}", property(finding.code)));
    let lines: Vec<&str> = [finding.message.as_str()].into_iter().chain(finding.help.iter().map(String::as_str)).collect();
    format!("::{kind} {}::{}", properties.join(","), data(&lines.join("\n")))
}

/// The text of a command ends with its line: what would end it is escaped.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// In properties also what stands between them.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardwright_script::diagnostic::SourceFile;

    #[test]
    fn commands_are_escaped() {
        let file = SourceFile::new("cards/a, b/50%.toml", "name = 1\n");
        let finding = Diagnostic::warning("wrong-type", "100% wrong: a, b").at(&file, 7..8).help("write\r\nmore");
        assert_eq!(
            command(&finding),
            "::warning file=cards/a%2C b/50%25.toml,line=1,col=8,endLine=1,endColumn=9,title=wrong-type::\
             100%25 wrong: a, b%0Awrite%0D%0Amore"
        );
        let unread = Diagnostic::unreadable_file("cards/a.toml", "no");
        assert!(command(&unread).starts_with("::error file=cards/a.toml,title=unreadable-file::"));
    }
}
