/// The page that the control port shows a browser: everything in one file, filled from the control API.
enum StatusPage {
    /// The page; texts from requests go in as text, never as HTML.
    static let html = """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width">
        <title>Simulated APNs</title>
        <style>
        :root { color-scheme: light dark; }
        body { font: 15px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
        h1 { font-size: 1.4rem; } h2 { font-size: 1.05rem; margin: 1.8rem 0 .4rem; }
        table { border-collapse: collapse; width: 100%; font-size: .9rem; }
        th, td { text-align: left; padding: .25rem .7rem .25rem 0; border-bottom: 1px solid #8884; vertical-align: top; }
        td { font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
        .bad { color: #c33; } .none { opacity: .6; }
        </style>
        </head>
        <body>
        <h1>Simulated APNs</h1>
        <p id="summary" role="status">Loading…</p>
        <h2>Newest requests</h2><div id="requests"></div>
        <h2>Devices</h2><div id="devices"></div>
        <h2>Connections</h2><div id="connections"></div>
        <h2>Faults</h2><div id="faults"></div>
        <script>
        const get = async path => (await fetch(path)).json();
        const cell = (tag, text, bad) => {
          const element = document.createElement(tag);
          element.textContent = text === undefined || text === null ? "–" : String(text);
          if (bad) element.className = "bad";
          return element;
        };
        const show = (id, names, rows) => {
          const place = document.getElementById(id);
          if (!rows.length) { const none = cell("p", "None."); none.className = "none"; place.replaceChildren(none); return; }
          const table = document.createElement("table"), head = table.insertRow();
          for (const name of names) head.append(cell("th", name));
          for (const row of rows) { const line = table.insertRow(); for (const [text, bad] of row) line.append(cell("td", text, bad)); }
          place.replaceChildren(table);
        };
        const plain = values => values.map(value => [value, false]);
        const refresh = async () => {
          try {
            const health = await get("/v1/health");
            const [requests, devices, connections, faults] = await Promise.all([
              get("/v1/requests?limit=30&after=" + Math.max(0, health.requests - 30)), get("/v1/devices"),
              get("/v1/connections"), get("/v1/faults")]);
            document.getElementById("summary").textContent = health.requests + " requests, " + health.devices + " devices, "
              + connections.connections.length + " connections";
            show("requests", ["#", "time", "service", "status", "reason", "topic", "path"], requests.requests.reverse().map(r => [
              [r.sequence], [r.receivedAt], [r.environment], [r.status === undefined ? "no answer" : r.status, !(r.status < 300)],
              [r.reason], [r.headers["apns-topic"]], [r.path]]));
            show("devices", ["id", "name", "state", "apps"], devices.devices.slice(0, 50).map(d => plain(
              [d.id, d.name, [d.online ? "online" : "offline", d.savingPower && "saves power", !d.awake && "at rest"].filter(Boolean).join(", "), d.tokens.map(t => t.topic + " (" + t.environment + ")").join(", ")])));
            show("connections", ["id", "service", "channels", "client"], connections.connections.map(c => plain(
              [c.id, c.environment, c.management ? "yes" : "no", c.remoteAddress])));
            show("faults", ["id", "hits", "fault"], faults.faults.map(f => plain([f.id, f.hits, JSON.stringify(f.fault)])));
          } catch (error) {
            document.getElementById("summary").textContent = "The simulator does not answer.";
          }
          setTimeout(refresh, 1000);
        };
        refresh();
        </script>
        </body>
        </html>
        """
}
