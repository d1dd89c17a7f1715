// Hexes named by row and column, as “2120”: which lie beside which, and texts that name many, as “2120-2126 2130”.
(function () {
  "use strict";
  // The six ways out of a hex in even and in odd rows, clockwise from the north-east; columns grow to the left.
  const EVEN = [[-1, -1], [0, -1], [1, -1], [1, 0], [0, 1], [-1, 0]];
  const ODD = [[-1, 0], [0, -1], [1, 0], [1, 1], [0, 1], [-1, 1]];
  const WAYS = ["north-east", "east", "south-east", "south-west", "west", "north-west"];

  const two = (n) => String(n).padStart(2, "0");
  const hexOf = (row, column) => two(row) + two(column);
  const rowOf = (hex) => Number(hex.slice(0, 2));
  const columnOf = (hex) => Number(hex.slice(2));
  const x2 = (hex) => 2 * columnOf(hex) + (rowOf(hex) % 2);
  const sideOf = (a, b) => (a < b ? a + "-" + b : b + "-" + a);

  function neighbours(hex) {
    const row = rowOf(hex), column = columnOf(hex);
    return (row % 2 ? ODD : EVEN).map(([dr, dc]) => (row + dr > 0 && column + dc > 0 ? hexOf(row + dr, column + dc) : ""));
  }

  // Texts of hexes: "2120-2126 2130".

  function spread(text) {
    const found = [];
    text.replace(/\s*[-–—]\s*/g, "-").split(/[\s,;]+/).forEach((word) => {
      const ends = /^(\d\d)(\d\d)(?:-(\d\d)(\d\d))?$/.exec(word);
      if (!ends) return;
      const rows = [ends[1], ends[3] || ends[1]].map(Number).sort((a, b) => a - b);
      const columns = [ends[2], ends[4] || ends[2]].map(Number).sort((a, b) => a - b);
      if (rows[0] !== rows[1] && columns[0] !== columns[1]) return;
      for (let r = rows[0]; r <= rows[1]; r++) for (let c = columns[0]; c <= columns[1]; c++) found.push(hexOf(r, c));
    });
    return found;
  }

  function gather(hexes) {
    const words = [];
    let first = "", last = "";
    const close = () => first && words.push(first === last ? first : first + "-" + last);
    [...hexes].sort().forEach((hex) => {
      if (first && rowOf(hex) === rowOf(last) && columnOf(hex) === columnOf(last) + 1) return (last = hex);
      close();
      first = last = hex;
    });
    close();
    return words.join(" ");
  }

  window.hexes = { WAYS, two, hexOf, rowOf, columnOf, x2, sideOf, neighbours, spread, gather };
})();
