'use strict';

/** The `import` of Node itself: in a bundle (pack.mjs) every other one is a `require`. */
module.exports = (place) => import(place);
