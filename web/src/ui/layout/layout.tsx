import type { ReactNode } from 'react'
import { IconButton } from '../control/Button.tsx'
import { cx } from '../cx.ts'
import type { Tone } from '../display/status.ts'
import { Meter, type MeterProps } from '../feedback/ProgressBar.tsx'
import { useHotkeys } from '../hooks/useHotkeys.ts'
import { StatusIcon, type StatusShape } from '../icon/StatusIcon.tsx'
import { cssVar } from '../theme/tokens.ts'
import s from './layout.module.css'

const toneColour = (tone: Tone) => cssVar(tone === 'brand' ? 'brand-600' : tone)

export interface PageProps {
  children: ReactNode
  /** The page itself scrolls; otherwise its parts do. */
  scroll?: boolean
  /** Space at the sides and above. */
  padded?: boolean
  className?: string
}

/** The work surface of a page under the navbar. */
export function Page({ children, scroll, padded, className }: PageProps) {
  return <div className={cx(s.page, scroll && s.scroll, padded && s.padded, className)}>{children}</div>
}

/** A box that scrolls, with the finger or, once it has the focus, the arrow keys: its text may hold nothing else to stop at. */
export function ScrollRegion({
  label,
  className,
  children,
}: {
  label: string
  className?: string
  children: ReactNode
}) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={cx(s.region, className)} role="region" aria-label={label} tabIndex={0}>
      {children}
    </div>
  )
}

export interface PageHeaderProps {
  title: ReactNode
  /** Count beside the title, 13 px without brackets. */
  count?: ReactNode
  sub?: ReactNode
  actions?: ReactNode
  /** 2 for a section head, 3 within a panel. */
  level?: 2 | 3
  /** Hairline under the head. */
  ruled?: boolean
  className?: string
}

/** Title line of a page part: words left, actions right. */
export function PageHeader({ title, count, sub, actions, level = 2, ruled, className }: PageHeaderProps) {
  const Heading = `h${level}` as const
  return (
    <header className={cx(s.header, ruled && s.ruled, className)}>
      <Heading className={level === 2 ? s.h2 : s.h3}>{title}</Heading>
      {count != null && <span className={s.count}>{count}</span>}
      {sub != null && <span className={s.sub}>{sub}</span>}
      {actions != null && <div className={s.headerActions}>{actions}</div>}
    </header>
  )
}

/** A row of filters and actions, 46–56 px. `end` stands at the right. */
export function Toolbar({ children, end, className }: { children?: ReactNode; end?: ReactNode; className?: string }) {
  return (
    <div className={cx(s.toolbar, className)}>
      {children}
      {end != null && <div className={s.toolbarEnd}>{end}</div>}
    </div>
  )
}

/** The bar at the foot of a workspace, 56 px, always visible: state at the left, actions at the right. */
export function FooterBar({
  start,
  children,
  className,
}: {
  start?: ReactNode
  children?: ReactNode
  className?: string
}) {
  return (
    <footer className={cx(s.footer, className)}>
      <div className={s.footerStart}>{start}</div>
      <div className={s.footerEnd}>{children}</div>
    </footer>
  )
}

export interface InfoBarProps {
  /** At the very left: portrait. */
  lead?: ReactNode
  title: ReactNode
  /** Behind the title: sex, age, tags. */
  aside?: ReactNode
  /** Second line in 13 px. */
  facts?: ReactNode
  /** Right after the name, behind a hairline: alerts in red. */
  alerts?: ReactNode
  /** Figures at the right, each a label over a value. */
  figures?: readonly { label: string; value: ReactNode }[]
  actions?: ReactNode
  /** full 72, compact 52, tight 48 px. Compact and tight are one line. */
  size?: 'full' | 'compact' | 'tight'
}

/** Who or what the page is about, on top of every page of it. On the phone the parts stand under each other. */
export function InfoBar({ lead, title, aside, facts, alerts, figures = [], actions, size = 'full' }: InfoBarProps) {
  const full = size === 'full'
  return (
    <section className={cx(s.info, s[`info-${size}`])}>
      {lead}
      <div className={s.infoWords}>
        <div className={s.infoTitle}>
          <h2 className={full ? 't-18' : 't-16'}>{title}</h2>
          {aside}
        </div>
        {facts != null && <div className={s.infoFacts}>{facts}</div>}
      </div>
      {alerts != null && <div className={s.infoAlerts}>{alerts}</div>}
      {figures.length > 0 && (
        <dl className={s.figures}>
          {figures.map((figure) => (
            <div key={figure.label} className={s.figure}>
              <dt>{figure.label}</dt>
              <dd>{figure.value}</dd>
            </div>
          ))}
        </dl>
      )}
      {actions != null && <div className={s.infoActions}>{actions}</div>}
    </section>
  )
}

export interface StatProps {
  label: ReactNode
  value: ReactNode
  unit?: ReactNode
  className?: string
}

/** A number in plain text: 今日 46 人. */
export function Stat({ label, value, unit, className }: StatProps) {
  return (
    <span className={cx(s.stat, className)}>
      <span className={s.statLabel}>{label}</span>
      <span className={s.statValue}>{value}</span>
      {unit != null && <span className={s.statUnit}>{unit}</span>}
    </span>
  )
}

export interface LaneProps {
  title: ReactNode
  count: number
  tone: Tone
  shape: StatusShape
  /** At the right of the head: 平均等待 21 分, 合计 4,746.00. */
  note?: ReactNode
  /** Under the cards: 11:30 以后还有 16 人. */
  foot?: ReactNode
  children: ReactNode
}

/** A column of cards in flow order; its cards scroll, the head stays. */
export function Lane({ title, count, tone, shape, note, foot, children }: LaneProps) {
  return (
    <section className={s.lane} aria-label={`${typeof title === 'string' ? title : ''} ${count}`}>
      <header className={s.laneHead}>
        <span style={{ color: toneColour(tone) }}>
          <StatusIcon shape={shape} />
        </span>
        <h2 className={s.laneTitle}>{title}</h2>
        <span className={s.count}>{count}</span>
        {note != null && <span className={s.laneNote}>{note}</span>}
      </header>
      <div className={s.laneBody}>
        {children}
        {foot != null && <div className={s.laneFoot}>{foot}</div>}
      </div>
    </section>
  )
}

export interface CardInLaneProps {
  /** Number of the day in front of the name. */
  number?: ReactNode
  title: string
  /** Sex and age. */
  aside?: ReactNode
  /** Alert icons behind the facts, the gravest first. */
  marks?: readonly ReactNode[]
  /** At the right of the first line: minutes or an amount. */
  figure?: ReactNode
  /** The figure is an amount and takes the room of a mark. */
  wideFigure?: boolean
  /** Second line: item and doctor. */
  line?: ReactNode
  /** Third line: time, visit kind. */
  foot?: ReactNode
  /** Next step, at the right of the third line; a `row` button fills when the card is hovered. */
  action?: ReactNode
  /** 2 px line at the foot of the card. */
  progress?: Pick<MeterProps, 'value' | 'tone' | 'label'>
  selected?: boolean
  onOpen?: () => void
}

/** How many marks the first line has room for beside a name of three characters, sex, age and minutes. */
const MARKS_ABOVE = 2

/**
 * A card of 92 px in three fixed lines; the name opens it, the action moves it on. Marks for which the first line has no
 * room stand at the end of the second.
 */
export function CardInLane({
  number,
  title,
  aside,
  marks = [],
  figure,
  wideFigure,
  line,
  foot,
  action,
  progress,
  selected,
  onOpen,
}: CardInLaneProps) {
  const room = Math.max(0, MARKS_ABOVE - (title.length > 3 ? 1 : 0) - (wideFigure ? 1 : 0))
  return (
    <article className={cx(s.card, selected && s.cardSelected, number != null && s.numbered)} data-row>
      {number != null && <span className={s.cardNumber}>{number}</span>}
      <div className={s.cardTop}>
        {onOpen ? (
          <button type="button" className={s.cardName} onClick={onOpen}>
            {title}
          </button>
        ) : (
          <span className={s.cardName}>{title}</span>
        )}
        <span className={s.cardAside}>{aside}</span>
        {marks.length > 0 && room > 0 && <span className={s.cardMarks}>{marks.slice(0, room)}</span>}
        <span className={s.cardFigure}>{figure}</span>
      </div>
      <div className={s.cardLine}>
        <span className="ellipsis">{line}</span>
        {marks.length > room && <span className={s.cardMarks}>{marks.slice(room)}</span>}
      </div>
      <div className={s.cardFoot}>
        <span className={s.cardFacts}>{foot}</span>
        {action != null && <span className={s.cardAction}>{action}</span>}
      </div>
      {progress && <Meter {...progress} height={2} className={s.cardProgress} />}
    </article>
  )
}

export interface TimelineItem {
  key: string
  /** Day in 600: 今天, 10月30日. */
  date: ReactNode
  /** Under the day: year or time. */
  sub?: ReactNode
  /** State on the rail; without it a grey ring. */
  mark?: { tone: Tone; shape: StatusShape }
  /** Today's visit: brand 50 ground. */
  tinted?: boolean
  content: ReactNode
}

/** Visits in time: date column 92, rail 44, content. The phone puts the date into the content's first line. */
export function Timeline({ items, label }: { items: readonly TimelineItem[]; label: string }) {
  return (
    <ol className={s.timeline} aria-label={label}>
      {items.map((item) => (
        <li key={item.key} className={s.moment}>
          <div className={s.momentDate}>
            <div className={s.momentDay}>{item.date}</div>
            {item.sub != null && <div className={s.momentSub}>{item.sub}</div>}
          </div>
          <div className={s.momentRail} aria-hidden>
            <span className={s.momentMark} style={item.mark && { color: toneColour(item.mark.tone) }}>
              {item.mark ? <StatusIcon shape={item.mark.shape} /> : <span className={s.momentRing} />}
            </span>
          </div>
          <div className={cx(s.momentBody, item.tinted && s.tinted)}>{item.content}</div>
        </li>
      ))}
    </ol>
  )
}

export interface SidePanel {
  /** Spoken name, also the word on its button when the panel is a drawer. */
  label: string
  width: number
  content: ReactNode
  /** Grey ground. */
  layout?: boolean
}

export interface SplitPaneProps {
  left?: SidePanel
  right?: SidePanel
  children: ReactNode
  /** Which panel is drawn out when the window is narrow. */
  open?: 'left' | 'right' | null
  onOpen?: (side: 'left' | 'right' | null) => void
  /** The page has its own buttons for the sides: no line of openers. */
  openedElsewhere?: boolean
  className?: string
}

/** Columns split by 1 px lines; up to 1024 px the side panels are drawers on their own edge. */
export function SplitPane({ left, right, children, open = null, onOpen, openedElsewhere, className }: SplitPaneProps) {
  useHotkeys([{ key: 'Escape', enabled: open !== null, run: () => onOpen?.(null) }])
  const panel = (side: 'left' | 'right', content: SidePanel | undefined) =>
    content && (
      <aside
        aria-label={content.label}
        className={cx(s.side, s[`side-${side}`], content.layout && s.sideLayout, open === side && s.sideOpen)}
        style={{ width: content.width }}
      >
        <div className={s.sideClose}>
          <IconButton icon="x" label={`收起${content.label}`} onClick={() => onOpen?.(null)} />
        </div>
        {content.content}
      </aside>
    )
  const opener = (side: 'left' | 'right', content: SidePanel | undefined) =>
    content &&
    onOpen && (
      <button
        type="button"
        className={s.opener}
        aria-expanded={open === side}
        onClick={() => onOpen(open === side ? null : side)}
      >
        {content.label}
      </button>
    )
  return (
    <div className={cx(s.split, className)}>
      {panel('left', left)}
      <div className={s.centre}>
        {onOpen && !openedElsewhere && (left || right) && (
          <div className={s.openers}>
            {opener('left', left)}
            <span />
            {opener('right', right)}
          </div>
        )}
        {children}
      </div>
      {panel('right', right)}
      {open && <button type="button" className={s.veil} aria-label="收起" onClick={() => onOpen?.(null)} />}
    </div>
  )
}
