// What the page must know before it is drawn for the first time. A file of its own, so that it needs no inline script.

// Where on its site the house is: "/", or "/games/".
const home = document.querySelector("meta[name=base]").content;

// The chosen theme, so that the page does not change colour under the eyes.
try {
  const { theme } = JSON.parse(localStorage.getItem(`parlor${home.slice(0, -1)}`) ?? "{}");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Nothing is remembered, or not by us.
}

// The lobby is drawn before its code is there; other pages say that they are coming.
if (location.pathname === home) document.documentElement.dataset.first = "lobby";
