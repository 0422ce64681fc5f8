//! Signing up, signing in, and staying oneself.

mod keep;
mod lockout;
mod refused;
mod sign;

pub use keep::KeepGames;
pub use refused::{Place, place_of};
pub use sign::{SignInPage, SignUpPage};

/// The page to sign in on, which leads back to where one was.
pub fn sign_in_from(path: &str) -> String {
    back_to("/sign-in", path)
}

/// The page to get an account on, which leads back to where one was.
pub fn sign_up_from(path: &str) -> String {
    back_to("/sign-up", path)
}

fn back_to(page: &str, path: &str) -> String {
    let worth_it = !matches!(path, "" | "/" | "/sign-in" | "/sign-up");
    if worth_it { format!("{page}?next={path}") } else { page.to_owned() }
}

/// Where to go afterwards. Only paths of this house: an address may have been made up by anybody.
fn next_of(query: Option<String>) -> String {
    let inside = |path: &String| path.starts_with('/') && !path.starts_with("//") && !path.contains('\\');
    query.filter(inside).unwrap_or_else(|| "/".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_is_led_out_of_the_house() {
        assert_eq!(next_of(Some("/t/K7QX2M".into())), "/t/K7QX2M");
        for path in ["https://example.org", "//example.org", "/\\example.org", "javascript:alert(1)", ""] {
            assert_eq!(next_of(Some(path.into())), "/", "{path}");
        }
        assert_eq!(next_of(None), "/");
    }

    #[test]
    fn pages_lead_back() {
        assert_eq!(sign_up_from("/t/K7QX2M"), "/sign-up?next=/t/K7QX2M");
        assert_eq!(sign_in_from("/"), "/sign-in");
        assert_eq!(sign_in_from("/sign-up"), "/sign-in", "no circles");
    }
}
