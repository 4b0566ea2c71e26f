// Buttons with data-copy put the text of the element they name on the clipboard.
for (const button of document.querySelectorAll('[data-copy]'))
  button.addEventListener('click', async () => {
    const source = document.getElementById(button.dataset.copy);
    let done = 'Copied';
    try {
      await navigator.clipboard.writeText(source.textContent);
    } catch {
      getSelection().selectAllChildren(source);
      done = 'Selected';
    }
    button.textContent = done;
    document.getElementById('copied').textContent = done;
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 2000);
  });
