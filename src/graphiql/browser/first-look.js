// What was written last can be read at once; the editor takes a moment longer.
const kept = new URLSearchParams(location.search).get('query') ?? localStorage.getItem('graphiql:query');
const firstLook = document.getElementById('first-look');
// The question of a link is unpacked with the editor.
if (location.hash) firstLook.textContent = '';
else if (kept) firstLook.textContent = kept;
