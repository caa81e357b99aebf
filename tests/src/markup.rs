//! Enough of HTML to look into what the server sends.

/// An element.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Node {
    /// Its name, as `div`.
    pub tag: String,
    attributes: Vec<(String, String)>,
    inside: Vec<Item>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Item {
    Node(Node),
    Text(String),
}

/// Elements without an end.
const VOID: [&str; 8] = ["br", "hr", "img", "input", "link", "meta", "source", "wbr"];

impl Node {
    /// The elements of a piece of page, inside one without a name.
    pub fn parse(html: &str) -> Node {
        let mut open = vec![Node::default()];
        let mut rest = html;
        while let Some(at) = rest.find('<') {
            text(&mut open, &rest[..at]);
            let Some(end) = tag_end(&rest[at..]) else { break };
            let tag = &rest[at + 1..at + end];
            rest = &rest[at + end + 1..];
            if tag.starts_with('!') {
                continue;
            }
            if let Some(name) = tag.strip_prefix('/') {
                // Elements of a drawing may be left open: they end with what they lie in.
                if open.iter().skip(1).any(|node| node.tag == name) {
                    while open.len() > 1 && close(&mut open) != name {}
                }
                continue;
            }
            let (name, attributes) = attributes(tag);
            let node = Node { tag: name, attributes, inside: Vec::new() };
            let void = VOID.contains(&node.tag.as_str()) || tag.ends_with('/');
            open.push(node);
            if void {
                close(&mut open);
            }
        }
        text(&mut open, rest);
        while open.len() > 1 {
            close(&mut open);
        }
        open.pop().unwrap_or_default()
    }

    /// The value of an attribute; empty for one that is only there.
    pub fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Whether it has that class.
    pub fn class(&self, name: &str) -> bool {
        self.attribute("class").is_some_and(|classes| classes.split_whitespace().any(|class| class == name))
    }

    /// Every element inside that fits, in the order of the page.
    pub fn all<'a>(&'a self, fits: &dyn Fn(&Node) -> bool) -> Vec<&'a Node> {
        let mut found = Vec::new();
        self.collect(fits, &mut found);
        found
    }

    /// The first element inside that fits.
    pub fn first(&self, fits: &dyn Fn(&Node) -> bool) -> Option<&Node> {
        self.all(fits).into_iter().next()
    }

    fn collect<'a>(&'a self, fits: &dyn Fn(&Node) -> bool, found: &mut Vec<&'a Node>) {
        for item in &self.inside {
            if let Item::Node(node) = item {
                if fits(node) {
                    found.push(node);
                }
                node.collect(fits, found);
            }
        }
    }

    /// Its words.
    pub fn text(&self) -> String {
        let mut words = String::new();
        self.write(&mut words);
        words.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    fn write(&self, out: &mut String) {
        for item in &self.inside {
            match item {
                Item::Text(text) => out.push_str(text),
                Item::Node(node) => {
                    // Elements of different kinds touch without a space between them.
                    out.push(' ');
                    node.write(out);
                    out.push(' ');
                }
            }
        }
    }

    /// Everything that is in it in any form: names and values of attributes, and words.
    pub fn everything(&self) -> String {
        let mut out = format!("{} ", self.tag);
        for (name, value) in &self.attributes {
            out += &format!("{name} {value} ");
        }
        for item in &self.inside {
            match item {
                Item::Text(text) => out += text,
                Item::Node(node) => out += &node.everything(),
            }
            out.push(' ');
        }
        out
    }

    /// It without the elements that fit.
    #[must_use]
    pub fn without(&self, fits: &dyn Fn(&Node) -> bool) -> Node {
        let inside = self
            .inside
            .iter()
            .filter_map(|item| match item {
                Item::Node(node) if fits(node) => None,
                Item::Node(node) => Some(Item::Node(node.without(fits))),
                Item::Text(_) => Some(item.clone()),
            })
            .collect();
        Node { inside, ..self.clone() }
    }
}

fn text(open: &mut [Node], text: &str) {
    if let Some(last) = open.last_mut().filter(|_| !text.is_empty()) {
        last.inside.push(Item::Text(unescape(text)));
    }
}

fn close(open: &mut Vec<Node>) -> String {
    let Some(node) = open.pop() else { return String::new() };
    let tag = node.tag.clone();
    if let Some(parent) = open.last_mut() {
        parent.inside.push(Item::Node(node));
    }
    tag
}

/// Where the tag that begins here ends.
fn tag_end(text: &str) -> Option<usize> {
    let mut quoted = false;
    text.bytes().position(|byte| {
        quoted ^= byte == b'"';
        byte == b'>' && !quoted
    })
}

fn attributes(tag: &str) -> (String, Vec<(String, String)>) {
    let (name, mut rest) = tag.trim_end_matches('/').split_once(char::is_whitespace).unwrap_or((tag.trim_end_matches('/'), ""));
    let mut found = Vec::new();
    loop {
        rest = rest.trim_start();
        if rest.is_empty() {
            return (name.to_owned(), found);
        }
        let end = rest.find(|letter: char| letter == '=' || letter.is_whitespace()).unwrap_or(rest.len());
        let key = rest[..end].to_owned();
        rest = &rest[end..];
        let value = match rest.strip_prefix("=\"").and_then(|value| value.split_once('"')) {
            Some((value, after)) => {
                rest = after;
                unescape(value)
            }
            None => {
                rest = rest.strip_prefix('=').unwrap_or(rest);
                String::new()
            }
        };
        found.push((key, value));
    }
}

fn unescape(text: &str) -> String {
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&")
}

#[cfg(test)]
mod tests {
    use super::Node;

    #[test]
    fn a_piece_of_page_is_read() {
        let page = Node::parse(
            r#"<div id="a" data-x="1 &lt; 2"><input name="n" checked><b class="k m">one</b>two</div><svg><path d="M0"></svg>"#,
        );
        let div = page.first(&|node| node.tag == "div").expect("the div");
        assert_eq!((div.attribute("data-x"), div.text().as_str()), (Some("1 < 2"), "one two"));
        assert_eq!(div.all(&|_| true).len(), 2);
        assert!(
            div.first(&|node| node.class("m")).is_some() && div.first(&|node| node.attribute("checked") == Some("")).is_some()
        );
        assert_eq!(page.without(&|node| node.tag == "b").text(), "two");
    }
}
