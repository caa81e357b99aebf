//! The binary `cardwright`.

fn main() -> std::process::ExitCode {
    cardwright::commands::main()
}
