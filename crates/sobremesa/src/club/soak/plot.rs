//! The plot of a soak run as SVG: memory, descriptors and latencies over time, one above the other.

use std::fmt::Write;
use std::time::Duration;

use super::Sample;
use super::report::Report;
use super::tally::{Kind, quantile, times_of};

const WIDTH: f64 = 720.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 684.0;
const TITLE_HEIGHT: f64 = 40.0;
const PANEL_HEIGHT: f64 = 200.0;
/// The space above the lines of a panel, for its title.
const PANEL_TOP: f64 = 30.0;
const PANEL_BOTTOM: f64 = 20.0;
const AXIS_HEIGHT: f64 = 30.0;
/// Latencies are shown in about as many windows.
const WINDOWS: u32 = 90;
const MIN_WINDOW: Duration = Duration::from_secs(1);
/// The least and the greatest latency of the plot in milliseconds, as powers of ten.
const LATENCY_POWERS: (i32, i32) = (0, 4);
const COLOURS: [(Kind, &str); 4] =
    [(Kind::Page, "#3f86c4"), (Kind::Move, "#d9622b"), (Kind::Bot, "#3fa37c"), (Kind::SignIn, "#8a4f9e")];

/// A line of a panel: its points as time and value, its colour, and whether it is dashed.
struct Line {
    points: Vec<(Duration, f64)>,
    colour: &'static str,
    dashed: bool,
}

/// How values are placed in a panel.
#[derive(Clone, Copy)]
enum Scale {
    /// From 0 to this value.
    Linear(f64),
    /// Between two powers of ten.
    Logarithmic(i32, i32),
}

impl Scale {
    /// The place of a value between 0, below, and 1, above.
    fn place(self, value: f64) -> f64 {
        match self {
            Self::Linear(most) => value / most,
            Self::Logarithmic(least, most) => {
                (value.max(1e-9).log10() - f64::from(least)) / f64::from(most - least)
            }
        }
        .clamp(0.0, 1.0)
    }

    fn marks(self) -> Vec<f64> {
        match self {
            Self::Linear(most) => (0..=4).map(|mark| most * f64::from(mark) / 4.0).collect(),
            Self::Logarithmic(least, most) => (least..=most).map(|power| 10_f64.powi(power)).collect(),
        }
    }
}

/// The plot of a report.
pub(super) fn draw(report: &Report) -> String {
    let height = TITLE_HEIGHT + 3.0 * PANEL_HEIGHT + AXIS_HEIGHT;
    let title = "A server with honest and hostile clients";
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" font-family=\"system-ui, sans-serif\" \
         font-size=\"13\">\n<title>{title}</title>\n<rect width=\"{WIDTH}\" height=\"{height}\" fill=\"#fffaf0\"/>\n\
         <text x=\"{LEFT}\" y=\"26\" font-size=\"16\" font-weight=\"600\" fill=\"#3b2a1a\">{title}</text>\n"
    );
    let mut plot = Plot { svg: &mut svg, report };
    plot.attacks();
    let memory = plot.usage(|sample| sample.usage.resident_bytes as f64 / 1e6);
    plot.panel(0, "Memory of the server in MB", Scale::Linear(ceiling(&memory)), &[memory]);
    let descriptors = plot.usage(|sample| sample.usage.descriptors as f64);
    plot.panel(1, "Open descriptors of the server", Scale::Linear(ceiling(&descriptors)), &[descriptors]);
    let (least, most) = LATENCY_POWERS;
    let latencies = plot.latencies();
    let title = "Latency of honest requests in ms: p50 (—), p95 (- -)";
    plot.panel(2, title, Scale::Logarithmic(least, most), &latencies);
    plot.legend();
    plot.axis();
    svg.push_str("</svg>\n");
    svg
}

/// A round number above all values of a line.
fn ceiling(line: &Line) -> f64 {
    let most = line.points.iter().map(|(_, value)| *value).fold(4.0, f64::max);
    let power = 10_f64.powf(most.log10().floor());
    [1.2, 2.0, 4.0, 6.0, 8.0, 10.0]
        .into_iter()
        .map(|step| step * power)
        .find(|top| *top >= most)
        .unwrap_or(most)
}

struct Plot<'a> {
    svg: &'a mut String,
    report: &'a Report,
}

impl Plot<'_> {
    fn x(&self, at: Duration) -> f64 {
        let end = self.report.phases.end.as_secs_f64().max(1e-3);
        LEFT + (RIGHT - LEFT) * (at.as_secs_f64() / end).min(1.0)
    }

    /// Adds a line to the picture. Writing to a string does not fail.
    fn add(&mut self, element: std::fmt::Arguments<'_>) {
        let _ = writeln!(self.svg, "{element}");
    }

    fn usage(&self, value: fn(&Sample) -> f64) -> Line {
        let points = self.report.samples.iter().map(|sample| (sample.at, value(sample))).collect();
        Line { points, colour: "#8f3410", dashed: false }
    }

    fn latencies(&self) -> Vec<Line> {
        let end = self.report.phases.end;
        let window = (end / WINDOWS).max(MIN_WINDOW);
        let mut lines = Vec::new();
        for (kind, colour) in COLOURS {
            for (share, dashed) in [(0.5, false), (0.95, true)] {
                let mut points = Vec::new();
                let mut from = Duration::ZERO;
                while from < end {
                    let times = times_of(&self.report.counts.times, kind, from, from + window);
                    let millis = quantile(&times, share).map(|time| time.as_secs_f64() * 1e3);
                    points.extend(millis.map(|millis| (from + window / 2, millis)));
                    from += window;
                }
                lines.push(Line { points, colour, dashed });
            }
        }
        lines
    }

    /// Shades the time of the attacks.
    fn attacks(&mut self) {
        let (from, to) = (self.x(self.report.phases.attack), self.x(self.report.phases.calm));
        let (width, height) = (to - from, 3.0 * PANEL_HEIGHT);
        self.add(format_args!(
            "<rect x=\"{from:.1}\" y=\"{TITLE_HEIGHT}\" width=\"{width:.1}\" height=\"{height}\" fill=\"#f7e3cf\"/>"
        ));
        self.add(format_args!(
            "<text x=\"{RIGHT}\" y=\"26\" text-anchor=\"end\" fill=\"#5c4a36\">shaded: attacks</text>"
        ));
    }

    fn panel(&mut self, number: u32, title: &str, scale: Scale, lines: &[Line]) {
        let top = TITLE_HEIGHT + f64::from(number) * PANEL_HEIGHT;
        let (low, high) = (top + PANEL_HEIGHT - PANEL_BOTTOM, top + PANEL_TOP);
        let y = |value: f64| low - (low - high) * scale.place(value);
        self.add(format_args!("<text x=\"{LEFT}\" y=\"{}\" fill=\"#3b2a1a\">{title}</text>", top + 18.0));
        for mark in scale.marks() {
            let (y, label) = (y(mark), y(mark) + 4.0);
            self.add(format_args!(
                "<line x1=\"{LEFT}\" x2=\"{RIGHT}\" y1=\"{y:.1}\" y2=\"{y:.1}\" stroke=\"#e5d9c3\"/>\
                 <text x=\"56\" y=\"{label:.1}\" text-anchor=\"end\" fill=\"#5c4a36\">{mark}</text>"
            ));
        }
        for line in lines {
            let points: Vec<String> = line
                .points
                .iter()
                .map(|(at, value)| format!("{:.1},{:.1}", self.x(*at), y(*value)))
                .collect();
            let dashes = if line.dashed { " stroke-dasharray=\"4 3\"" } else { "" };
            self.add(format_args!(
                "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.6\"{dashes}/>",
                points.join(" "),
                line.colour
            ));
        }
    }

    /// Names the colours of the latencies.
    fn legend(&mut self) {
        let y = TITLE_HEIGHT + 2.0 * PANEL_HEIGHT + 18.0;
        for (place, (kind, colour)) in COLOURS.into_iter().enumerate() {
            let x = 472.0 + [0.0, 40.0, 84.0, 160.0][place];
            self.add(format_args!("<text x=\"{x}\" y=\"{y}\" fill=\"{colour}\">{kind}</text>"));
        }
    }

    /// The time below the panels.
    fn axis(&mut self) {
        let end = self.report.phases.end;
        let y = TITLE_HEIGHT + 3.0 * PANEL_HEIGHT + 12.0;
        for mark in 0..=6 {
            let at = end * mark / 6;
            let (x, minutes) = (self.x(at), at.as_secs_f64() / 60.0);
            let label = if end < Duration::from_secs(360) {
                format!("{:.0} s", at.as_secs_f64())
            } else {
                format!("{minutes:.0} min")
            };
            self.add(format_args!(
                "<text x=\"{x:.1}\" y=\"{y}\" text-anchor=\"middle\" fill=\"#5c4a36\">{label}</text>"
            ));
        }
    }
}
