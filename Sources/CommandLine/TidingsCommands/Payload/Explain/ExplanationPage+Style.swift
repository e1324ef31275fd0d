extension ExplanationPage {
    /// The looks of the page and of the phones on it.
    static let style = """
        :root { color-scheme: light dark; --line: #8886; --faint: #777; }
        body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 76rem; padding: 0 1rem; }
        h1 { font-size: 1.5rem; overflow-wrap: anywhere; } h2 { margin-top: 2.5rem; border-bottom: 1px solid var(--line); }
        table { border-collapse: collapse; } th, td { text-align: left; padding: .1rem .8rem .1rem 0; font-weight: normal;
          overflow-wrap: anywhere; } td:last-child { color: var(--faint); }
        .row { display: flex; flex-wrap: wrap; gap: 1.5rem; align-items: flex-start; }
        article { width: 15rem; overflow-wrap: anywhere; } article h3 { margin: .6rem 0 0; }
        article p.when { margin: 0 0 .6rem; color: var(--faint); min-height: 6em; }
        .headline { font-weight: 600; margin: .6rem 0 .2rem; } article p { margin: .2rem 0; }
        .reason, .error, .refused { color: #c22; } .warning { color: #b70; } .who { color: var(--faint); }
        details { margin-top: .4rem; font-size: .85rem; } ol { padding-left: 1.4rem; } li { margin: .2rem 0; }
        dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 .5rem; margin: 0; } dt { color: var(--faint); }
        dd { margin: 0; } .app, .extension { font-family: ui-monospace, monospace; font-size: .9em; }
        .phone { position: relative; width: 14rem; height: 26rem; border: 8px solid #1c1c1e; border-radius: 2.2rem;
          overflow: hidden; display: flex; flex-direction: column; gap: .4rem; padding: .4rem; box-sizing: border-box;
          color: #fff; background: linear-gradient(160deg, #4a6fa5, #2b3a67); font-size: .8rem; }
        .phone.inside { background: #f4f4f6; color: #333; } .phone.locked { background: #101018; }
        .notch { position: absolute; top: 0; left: 30%; width: 40%; height: .9rem; background: #1c1c1e;
          border-radius: 0 0 .7rem .7rem; }
        .bar { display: flex; justify-content: space-between; padding: 0 .5rem; min-height: 1.2rem; font-size: .7rem; }
        .clock { text-align: center; font-size: 2.6rem; font-weight: 300; }
        .card { background: #ffffffe6; color: #111; border-radius: .9rem; padding: .5rem .7rem; max-height: 6.2em;
          overflow: hidden; } .group { box-shadow: 0 .3rem 0 -1px #fff9; }
        .call { display: flex; align-items: center; gap: .5rem; } .call b { flex: 1; }
        .call i { width: 1.5rem; height: 1.5rem; border-radius: 50%; } .no { background: #e02424; } .yes { background: #2fb344; }
        .middle { flex: 1; display: flex; align-items: center; justify-content: center; color: #999; }
        .drawer { border-top: 1px dashed #9996; padding-top: .3rem; display: flex; flex-direction: column; gap: .3rem; }
        .drawer small { opacity: .75; } .drawer .card { background: #ffffffa8; }
        .dock { background: #fff3; border-radius: 1.2rem; padding: .4rem; }
        .icon { position: relative; width: 2.4rem; height: 2.4rem; border-radius: .6rem;
          background: linear-gradient(160deg, #ff9a56, #d6336c); }
        .icon em { position: absolute; top: -.4rem; right: -.5rem; background: #e02424; color: #fff; border-radius: 1rem;
          font: 600 .7rem/1.3rem system-ui, sans-serif; min-width: 1.3rem; text-align: center; padding: 0 .2rem; }
        .battery { display: inline-block; width: 1.1rem; height: .5rem; border: 1px solid; border-radius: 2px;
          background: linear-gradient(90deg, #f5c518 40%, transparent 40%); }
        """
}
