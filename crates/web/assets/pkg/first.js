// What the page must know before it is drawn for the first time. A file of its own, so that it needs no inline script.

// The chosen theme, so that the page does not change colour under the eyes.
try {
  const { theme } = JSON.parse(localStorage.getItem("parlor") ?? "{}");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Nothing is remembered, or not by us.
}

// The lobby is drawn before its code is there; other pages say that they are coming.
if (location.pathname === "/") document.documentElement.dataset.first = "lobby";
