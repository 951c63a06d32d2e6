/** What the app uses of Chart.js 3, which is no module: importing it sets the global `Chart`. */
declare global {
  interface ChartClick {
    index: number;
  }

  interface ChartConfiguration {
    type: "bar" | "line";
    data: { labels: string[]; datasets: Record<string, unknown>[] };
    options: Record<string, unknown>;
  }

  class Chart {
    constructor(canvas: HTMLCanvasElement, configuration: ChartConfiguration);
    destroy(): void;
  }
}

export {};
