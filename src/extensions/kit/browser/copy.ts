// A button with data-copy copies the text of the element whose id it names.
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
