//! The editor as a browser meets it: over a connection, with a library that is followed on the disk.

use cardwright_library::{LibraryCompiler, LiveLibrary, WatchOptions};
use cardwright_workbench::edit::{EditService, routes};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::net::TcpListener;

const LANCE: &str = "name = \"Ember Lance\"\ncost = \"{R}\"\ntype = \"Instant\"\nrarity = \"common\"\nnumber = 1\n\
                     text = \"Ember Lance deals 3 damage to any target.\"\nscript = 'spell(damage(3, target(any_target)));'\n";
const PATH: &str = "cards/e/ember-lance.toml";

struct Desk {
    folder: PathBuf,
    address: std::net::SocketAddr,
}

impl Drop for Desk {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.folder));
    }
}

fn write(folder: &Path, path: &str, text: &str) {
    let path = folder.join(path);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}

impl Desk {
    async fn open() -> Desk {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let name = format!("cardwright-edit-routes-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let folder = std::env::temp_dir().join(name);
        write(&folder, "cards/e/set.toml", "name = \"Embers\"\n");
        write(&folder, PATH, LANCE);
        write(
            &folder,
            "cards/e/ember-lance.rhai",
            "scenario(\"it burns\", |t| { t.a.hand(\"Ember Lance\"); expect(t.a.life, 20); });\n",
        );
        write(&folder, "secret.toml", "key = 1\n");
        let live = LiveLibrary::open(&folder, WatchOptions::default(), LibraryCompiler::new).unwrap();
        let service = EditService::new(&folder, live).unwrap();
        let app: axum::Router = axum::Router::new().nest("/t/key/edit", routes::routes(service));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
        Desk { folder, address }
    }

    /// The status and body of an answer.
    async fn ask(&self, method: &str, path: &str, body: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(self.address).unwrap();
        let request = format!(
            "{method} /t/key/edit/{path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        );
        let answer = tokio::task::block_in_place(|| {
            // A request that is refused for its size is not read to its end.
            drop(stream.write_all(request.as_bytes()));
            let mut answer = Vec::new();
            drop(stream.read_to_end(&mut answer));
            String::from_utf8_lossy(&answer).into_owned()
        });
        let status = answer.split(' ').nth(1).unwrap().parse().unwrap();
        let body = answer.split_once("\r\n\r\n").map(|(_, body)| body.to_owned()).unwrap_or_default();
        (status, body)
    }

    async fn post(&self, path: &str, body: Value) -> (u16, Value) {
        let (status, body) = self.ask("POST", path, &body.to_string()).await;
        (status, serde_json::from_str(&body).unwrap_or(Value::String(body)))
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_card_is_opened_tried_out_and_saved() {
    let desk = Desk::open().await;
    let (status, pane) = desk.ask("GET", "pane?card=Ember%20Lance", "").await;
    assert_eq!(status, 200);
    assert!(pane.contains("<textarea") && pane.contains("h-key") && pane.contains("it burns"), "{pane}");
    assert!(pane.contains("vscode://file/"), "{pane}");
    let (_, opened) = desk.ask("GET", &format!("open?file={PATH}"), "").await;
    let opened: Value = serde_json::from_str(&opened).unwrap();
    assert_eq!(opened["text"], LANCE);

    let typed = LANCE.replace("damage(3,", "damage(4,");
    let (_, looked) = desk.post("check", json!({ "tab": "a", "card": "Ember Lance", "texts": { PATH: typed.clone() } })).await;
    assert!(looked["changes"].as_str().unwrap().contains("damage 3 -&gt; 4"), "{looked}");
    let mark = &looked["marks"][PATH][0];
    let (from, to) = (mark[0].as_u64().unwrap() as usize, mark[1].as_u64().unwrap() as usize);
    assert_eq!(&typed[from..to], "3", "the text on the card is marked");
    assert_eq!(looked["fixes"][0][0]["with"], "4");
    assert!(looked["preview"].as_str().unwrap().contains("Ember Lance"), "{looked}");

    let (status, saved) = desk.post("save", json!({ "file": PATH, "text": typed, "base": opened["hash"] })).await;
    assert_eq!((status, &saved["state"]), (200, &json!("written")));
    assert_eq!(std::fs::read_to_string(desk.folder.join(PATH)).unwrap(), typed);
    // Another tab still has the old text.
    let (status, conflict) = desk.post("save", json!({ "file": PATH, "text": "mine\n", "base": opened["hash"] })).await;
    assert_eq!((status, &conflict["state"], &conflict["text"]), (409, &json!("conflict"), &json!(typed)));
    assert!(conflict["html"].as_str().unwrap().contains("+ mine"));
    assert_eq!(std::fs::read_to_string(desk.folder.join(PATH)).unwrap(), typed);
    let (status, _) = desk.post("save", json!({ "file": PATH, "text": LANCE, "base": opened["hash"], "overwrite": true })).await;
    assert_eq!((status, std::fs::read_to_string(desk.folder.join(PATH)).unwrap().as_str()), (200, LANCE));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn places_are_counted_as_browsers_count() {
    let desk = Desk::open().await;
    let text = "flavor = \"😀é\"\nra";
    let offset = text.encode_utf16().count();
    let (_, offered) = desk.post("complete", json!({ "file": PATH, "text": text, "offset": offset })).await;
    assert_eq!((offered["from"].as_u64(), offered["to"].as_u64()), (Some(offset as u64 - 2), Some(offset as u64)));
    assert_eq!(offered["items"][0]["label"], "rarity");
    let (_, runs) = desk.post("highlight", json!({ "file": PATH, "text": text })).await;
    let length: u64 = runs.as_array().unwrap().iter().map(|run| run[0].as_u64().unwrap()).sum();
    assert_eq!(length as usize, offset);
    let script = "/* 😀 */ draw(1);";
    let at = script.find("raw").unwrap() - 2;
    let (_, meant) = desk.post("explain", json!({ "file": "scripts/e/x.rhai", "text": script, "offset": at })).await;
    assert_eq!(meant["from"], 9);
    assert!(meant["html"].as_str().unwrap().contains("draw("), "{meant}");
    let (status, _) = desk.post("explain", json!({ "file": "scripts/e/x.rhai", "text": script, "offset": 3 })).await;
    assert_eq!(status, 204);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn scenarios_run_and_new_cards_are_made() {
    let desk = Desk::open().await;
    let (_, listed) = desk.ask("GET", "scenarios?card=Ember%20Lance", "").await;
    assert!(listed.contains("it burns") && !listed.contains("passed"), "{listed}");
    let (status, ran) = desk.post("scenarios/run", json!({ "card": "Ember Lance", "only": null })).await;
    assert!(status == 200 && ran.as_str().unwrap().contains("passed"), "{ran}");
    let (status, made) = desk.post("new", json!({ "set": "e", "name": "Cinder Pup" })).await;
    assert_eq!((status, &made["path"]), (200, &json!("cards/e/cinder-pup.toml")));
    let (status, refused) = desk.post("new", json!({ "set": "e", "name": "Cinder Pup" })).await;
    assert!(status == 409 && refused["error"].as_str().unwrap().contains("another name"), "{refused}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_outside_is_read_or_written() {
    let desk = Desk::open().await;
    for path in ["../secret.toml", "secret.toml", "/etc/passwd", "cards/../secret.toml", "cards/e/%2e%2e/x", "cards/e/x.sh"] {
        for get in ["open", "pane", "link"] {
            let (status, body) = desk.ask("GET", &format!("{get}?file={}", path.replace('/', "%2F")), "").await;
            assert!((400..500).contains(&status) && !body.contains("key = 1"), "{get} {path}: {status} {body}");
        }
        let (status, _) = desk.post("save", json!({ "file": path, "text": "x", "base": "absent", "overwrite": true })).await;
        assert_eq!(status, 403, "{path}");
        let (status, _) = desk.post("check", json!({ "tab": "a", "texts": { path: "x" } })).await;
        assert_eq!(status, 403, "{path}");
    }
    assert_eq!(std::fs::read_to_string(desk.folder.join("secret.toml")).unwrap(), "key = 1\n");
    let (status, _) = desk.ask("POST", "save", "{").await;
    assert_eq!(status, 400);
    let large = "x".repeat((1 << 20) + 1);
    let (status, _) = desk.post("save", json!({ "file": PATH, "text": large, "base": "absent", "overwrite": true })).await;
    assert_eq!(status, 413);
    let (status, _) = desk.post("highlight", json!({ "file": PATH, "text": "x".repeat(6 << 20) })).await;
    assert_eq!(status, 413);
}
