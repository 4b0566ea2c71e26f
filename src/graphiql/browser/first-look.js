// What was written last can be read and changed at once; the editor takes a moment longer, and goes on with it (hand-over.js).
const asked = new URLSearchParams(location.search).get('query');
const linkedTo = new URLSearchParams(location.hash.slice(1)).get('query');
const written = linkedTo || (asked ?? localStorage.getItem('graphiql:query'));
if (written) document.getElementById('first-look').defaultValue = written;
