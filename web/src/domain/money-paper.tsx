import { fenToYuan, sum, yuanToFen } from '@dentin/kit/money'
import type { ColumnOf, PaperValues, PartOf, PrintPaper } from '@dentin/contract/core/print-papers'
import { printPapers } from '@dentin/contract/core/print-papers'
import type { ReceiptPaper } from '@dentin/contract/core/papers'
import { parseTeeth, toothText } from '@dentin/clinical'
import {
  Fragment,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react'
import { flushSync } from 'react-dom'
import { cx, Letterhead, Money, PrintFit, PrintPage, PrintPending, PrintView, QrCode } from '../ui/index.ts'
import { DateRangePicker } from '../ui/heavy.ts'
import { ToothCross } from '../ui/tooth/index.ts'
import { nameOfLine, pagesOf, type PaperLine, type Room } from './money-paper-pages.ts'
import { useMoneyPaper } from './paper-choice.tsx'
import {
  columnsPrinted,
  isPrinted,
  signaturesPrinted,
  textsPrinted,
  usePaperTemplate,
  type PaperTemplate,
} from './paper-template.ts'
import { genderAge } from './person.ts'
import s from './money-paper.module.css'

export interface PaperColumn<R, C extends string = string> {
  key: C
  /** Where it is called otherwise than the papers' declaration says. */
  title?: string
  /** Figures stand at the right. */
  numeric?: boolean
  /** Left out on A5, which is too narrow for all. */
  wide?: boolean
  /** To be written in by hand. */
  blank?: boolean
  /** Not broken into two lines. */
  whole?: boolean
  /** Where it stands on a roll: a line of its own, beneath it with its title before it, or at the right end. Left out: not there. */
  roll?: 'name' | 'part' | 'end'
  render: (row: R, roll: boolean) => ReactNode
}

export interface PaperGroup<R> {
  key: string
  /** Over its rows. */
  title?: string
  rows: readonly R[]
  /** Under its rows, by the keys of the columns. */
  foot?: Readonly<Record<string, ReactNode>>
}

export interface PaperTable<R, C extends string = string> {
  columns: readonly PaperColumn<R, C>[]
  groups: readonly PaperGroup<R>[]
  keyOf: (row: R) => string
  /** Under all groups, by the keys of the columns. */
  foot?: Readonly<Record<string, ReactNode>>
  /** Pages carry what has come together so far: of which column. */
  carry?: { column: C; yuanOf: (row: R) => string }
  /** Short rows stand in two tables beside each other when there are many. */
  halves?: boolean
}

export interface PaperSum<P extends string = string> {
  /** What may be left out, by its name. */
  part?: P
  label: string
  yuan?: string | null
  /** Instead of a sum. */
  text?: ReactNode
  strong?: boolean
}

/** What stands in the line under the head; `part` names what may be left out. */
export type AboutPart<P extends string = string> = string | { part: P; text: string }

export interface MoneyPaperProps<R, K extends PrintPaper = PrintPaper> {
  kind: K
  title: string
  /** Left out for one that has none. */
  number?: string | null | undefined
  /** When what it says happened. */
  moment?: string | null | undefined
  /** What the two are called, beside 单号 and 时间. */
  called?: { number?: string; moment?: string }
  clinic: { id: string; name: string; address: string; phone: string }
  /** The line under the head: whose it is and what it is about, each kept together. */
  about: readonly AboutPart<PartOf<K>>[]
  /** Words before the table. */
  lead?: ReactNode
  table?: PaperTable<R, ColumnOf<K>>
  sums?: readonly PaperSum<PartOf<K>>[]
  /** The sum in words. */
  words?: { label: string; text: string }
  /** Words after the sums. */
  after?: ReactNode
  /** What they are called where they may be left out. */
  afterPart?: PartOf<K>
  /** Who stands for it: 收费员, 经办人. */
  operator?: { label: string; name: string }
  /** `must`: no template takes it away. */
  signatures?: readonly { label: string; content?: ReactNode; must?: boolean }[]
  verify?: { code: string; url: string }
  /** Another code beside it: what it is for, as one reads it. */
  also?: { label: string; code: string; url: string } | undefined
  printedAt: string
  printCount?: number
  /** What the texts of a template may name. */
  values: PaperValues<K>
}

export interface MoneyPaperViewProps<R, K extends PrintPaper> extends MoneyPaperProps<R, K> {
  /** Name of the file the browser offers. */
  fileName: string
  auto: boolean
  onBack?: (() => void) | undefined
  /** More choices in the bar. */
  extra?: ReactNode
}

/** A patient as papers name them: name with sex and age, then the number of the file. */
export const personOnPaper = (person: {
  patientName: string
  gender: number | null
  birthDay: string | null
  medicalNumber: string | null
}): string[] =>
  [
    [person.patientName, genderAge(person)].filter(Boolean).join('　'),
    person.medicalNumber ? `病历号 ${person.medicalNumber}` : '',
  ].filter(Boolean)

/** Teeth as one says them. */
export const teethInWords = (teeth: string): string => (teeth ? toothText(parseTeeth(teeth)) : '')

/** Teeth in the cross on a sheet, in words on a roll, which is too narrow for it. */
export const teethOnPaper = (teeth: string, roll: boolean): ReactNode =>
  teeth && (roll ? teethInWords(teeth) : <ToothCross teeth={parseTeeth(teeth)} />)

/** A moment that breaks between its day and its time. */
export const PaperMoment = ({ moment }: { moment: string }) => (
  <>
    <span className={s.moment}>{moment.slice(2, 10)}</span> <span className={s.moment}>{moment.slice(11, 16)}</span>
  </>
)

/** The choice of the days of which a paper is. */
export const PaperDays = ({
  from,
  to,
  onDays,
}: {
  from: string
  to: string
  onDays: (from: string, to: string) => void
}) => (
  <DateRangePicker
    label="日期"
    width={260}
    clearable={false}
    value={[from, to]}
    onChange={(next) => next && onDays(next[0], next[1])}
  />
)

/** Words on a paper of money. */
export const PaperText = ({ children }: { children: ReactNode }) => <p className={s.text}>{children}</p>

/**
 * A paper of money with the bar around it, by the template of its clinic, on the paper that this device, the template or the clinic
 * names. Within a preview: the paper alone, by what is being written.
 */
export function MoneyPaperView<R, K extends PrintPaper>({
  fileName,
  auto,
  onBack,
  extra,
  ...paper
}: MoneyPaperViewProps<R, K>) {
  const { template, size, error, retry } = usePaperTemplate(paper.kind, paper.clinic.id)
  if (!template) return <PrintPending error={error?.message} onRetry={retry} onBack={onBack} />
  const drawn = byTemplate(paper, template)
  if (size !== undefined)
    return (
      <PrintFit>
        <Drawing paper={drawn} size={size} onDrawn={nothing} />
      </PrintFit>
    )
  return <Around template={template} paper={drawn} fileName={fileName} auto={auto} onBack={onBack} extra={extra} />
}
const nothing = () => {}

type AroundProps<R> = Pick<MoneyPaperViewProps<R, PrintPaper>, 'fileName' | 'auto' | 'onBack' | 'extra'> & {
  template: PaperTemplate
  paper: PaperDrawn<R>
}

function Around<R>({ template, paper, fileName, auto, onBack, extra }: AroundProps<R>) {
  const { paper: size, choice, retry } = useMoneyPaper(paper.kind, template)
  // The dialog opens once the code is drawn: what is printed without it can't be asked about.
  const [isDrawn, setDrawn] = useState(paper.verify === undefined)
  const onDrawn = useCallback(() => setDrawn(true), [])
  if (size === null) return <PrintPending onRetry={retry} onBack={onBack} />
  return (
    <PrintView
      title={fileName}
      onBack={onBack}
      auto={auto && isDrawn}
      extra={
        <>
          {choice}
          {paper.copies > 1 && <span className={s.copies}>一式 {paper.copies} 份</span>}
          {extra}
        </>
      }
    >
      <Drawing paper={paper} size={size} onDrawn={onDrawn} />
    </PrintView>
  )
}

/** A paper as its template has it. */
interface PaperDrawn<R> {
  kind: PrintPaper
  /** The clinic whose mark it carries. */
  clinic: { name: string }
  head: { name: string; address: string; phone: string; logo: boolean; onRoll: boolean }
  title: string
  number?: ReactNode
  moment?: ReactNode
  called?: { number?: string; moment?: string }
  about: readonly string[]
  header: ReactNode
  lead?: ReactNode
  table?: DrawnTable<R>
  sums: readonly PaperSum[]
  words?: { label: string; text: string }
  after?: ReactNode
  footer: ReactNode
  operator?: { label: string; name: string }
  signatures: readonly { label: string; content?: ReactNode }[]
  verify?: { code: string; url: string }
  also?: { label: string; code: string; url: string } | undefined
  printedAt: string
  printCount?: number
  copies: number
}
type Titled<R> = PaperColumn<R> & { title: string }
type DrawnTable<R> = Omit<PaperTable<R>, 'columns'> & { columns: readonly Titled<R>[] }

function byTemplate<R, K extends PrintPaper>(
  { values, clinic, table, about, sums = [], signatures = [], afterPart, ...paper }: MoneyPaperProps<R, K>,
  { content }: PaperTemplate,
): PaperDrawn<R> {
  const { kind } = paper
  const has = (part: string) => !(part in printPapers[kind].parts) || isPrinted({ part }, content)
  const { header, footer } = textsPrinted(kind, content, {
    ...values,
    门诊: clinic.name,
    地址: clinic.address,
    电话: clinic.phone,
    单号: paper.number,
    时间: paper.moment,
    打印日期: paper.printedAt,
  })
  const { words, operator, also, after, ...rest } = paper
  return {
    ...rest,
    clinic,
    head: {
      name: content?.headline || clinic.name,
      address: content?.address === false ? '' : clinic.address,
      phone: content?.phone === false ? '' : clinic.phone,
      logo: content?.logo ?? true,
      // Without a template no mark stands on a roll.
      onRoll: content?.logo ?? false,
    },
    title: content?.title || paper.title,
    about: about.flatMap((part) => (typeof part === 'string' ? [part] : isPrinted(part, content) ? [part.text] : [])),
    header: header && <TemplateText text={header} />,
    footer: footer && <TemplateText text={footer} />,
    ...(table ? { table: { ...table, columns: columnsPrinted(kind, table.columns, content) } } : {}),
    sums: sums.filter((each) => isPrinted(each, content)),
    ...(words && has('words') ? { words } : {}),
    ...(operator && has('operator') ? { operator } : {}),
    ...(also && has('invoice') ? { also } : {}),
    ...(afterPart && !isPrinted({ part: afterPart }, content) ? {} : { after }),
    signatures: signaturesPrinted(signatures, content),
    copies: content?.copies ?? 1,
  }
}

/** A text of a template, as it was written; whatever it says is text. */
export const TemplateText = ({ text }: { text: string }) => <p className={cx(s.text, s.written)}>{text}</p>

/** The paper, as often as its template says; what follows the first is there for the printer alone. */
function Drawing<R>({ size, ...drawn }: Drawn<R> & { size: ReceiptPaper }) {
  useUnnumbered(drawn.paper.copies > 1)
  return size === '80' ? <Rolls {...drawn} /> : <Sheets key={size} size={size} {...drawn} />
}

/** The browser numbers all that it prints at once: several copies of a paper bear no numbers of pages. */
function useUnnumbered(isUnnumbered: boolean) {
  useEffect(() => {
    if (!isUnnumbered) return undefined
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(
      ['a4', 'a5', 'a5-landscape'].map((name) => `@page ${name} { @bottom-right { content: none; } }`).join(' '),
    )
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet)
    }
  }, [isUnnumbered])
}

interface Drawn<R> {
  paper: PaperDrawn<R>
  onDrawn: () => void
}

/** Numbers of the papers that are printed: 1, 2, … */
const copiesOf = (copies: number) => Array.from({ length: copies }, (_, n) => n + 1)

const printed = (
  { printedAt, printCount = 1, copies }: { printedAt: string; printCount?: number; copies: number },
  copy: number,
) =>
  [
    `打印 ${printedAt.slice(0, 16)}`,
    printCount > 1 && `第 ${printCount} 次打印`,
    copies > 1 && `第 ${copy} 份，共 ${copies} 份`,
  ]
    .filter(Boolean)
    .join('　')

/** Code in fours, as one reads it out. */
const inFours = (code: string) => code.replaceAll(/(.{4})(?=.)/g, '$1 ')

function Stamp({
  code,
  url,
  label,
  name,
  onDrawn,
  size,
}: {
  code: string
  url: string
  label: string
  name: string
  onDrawn?: () => void
  size: number
}) {
  return (
    <div className={s.stamp}>
      <QrCode text={url} label={name} size={size} {...(onDrawn ? { onDrawn } : {})} />
      <div className={s.code}>
        <span>{label}</span>
        <span className="num">{inFours(code)}</span>
      </div>
    </div>
  )
}

/** The codes of a paper: by which it is checked, and what else may be done with it. */
const Stamps = ({
  verify,
  also,
  onDrawn,
  size,
}: Pick<PaperDrawn<never>, 'verify' | 'also'> & { onDrawn: () => void; size: number }) => (
  <div className={s.stamps}>
    {verify && <Stamp {...verify} label="扫码核验" name="扫码核验这份单据" onDrawn={onDrawn} size={size} />}
    {also && <Stamp {...also} name={also.label} size={size} />}
  </div>
)

const Sums = ({ sums, className }: { sums: readonly PaperSum[]; className?: string | undefined }) => (
  <dl className={className}>
    {sums.map(({ label, yuan, text, strong }, n) => (
      <div key={n} className={cx(strong && s.strong)}>
        <dt>{label}</dt>
        <dd>{text ?? <Money yuan={yuan} />}</dd>
      </div>
    ))}
  </dl>
)

/** Sheets in millimetres: width, and where printing ends above the lower margin. */
const SHEETS = { a4: [210, 281], a5: [148, 198], 'a5-landscape': [210, 136] } as const
/** A table on pages is measured again when its columns have become others; each time only taller, so that it comes to an end. */
const ROUNDS = 6

interface Measured {
  room: Room
  heights: ReadonlyMap<string, number>
  rounds: number
}

/** Lays the lines of a table that carries its sum on pages, by the heights that they have in this browser. */
function usePages<R>(table: DrawnTable<R> | undefined, size: keyof typeof SHEETS) {
  const drawn = useRef(new Map<number, HTMLTableElement>())
  const [measured, setMeasured] = useState<Measured | null>(null)
  const isCarried = table?.carry !== undefined
  useLayoutEffect(() => {
    if (isCarried) setMeasured((before) => measure([...drawn.current], before, size))
  }, [isCarried, measured, size, table])
  useEffect(() => {
    if (!isCarried || document.fonts.status === 'loaded') return undefined
    let isLive = true
    // Before the print dialog opens, which waits for the same fonts.
    void document.fonts.ready.then(() => isLive && flushSync(() => setMeasured(null)))
    return () => {
      isLive = false
    }
  }, [isCarried])
  const pages: readonly (readonly PaperLine<R>[])[] = table
    ? pagesOf(
        table.groups,
        isCarried ? (measured?.room ?? null) : null,
        (line) => measured?.heights.get(nameOfLine(line, table.keyOf)) ?? 0,
      )
    : [[]]
  const onTable = (page: number) => (element: HTMLTableElement | null) => {
    if (element) drawn.current.set(page, element)
    else drawn.current.delete(page)
  }
  return { pages, onTable }
}

/** @returns what was measured before when nothing has become taller */
function measure(
  tables: readonly (readonly [number, HTMLTableElement])[],
  before: Measured | null,
  size: keyof typeof SHEETS,
): Measured | null {
  if (before && before.rounds >= ROUNDS) return before
  const [width, bottom] = SHEETS[size]
  const heights = new Map(before?.heights)
  let room = before?.room ?? null
  for (const [page, element] of tables) {
    const sheet = element.closest('article')?.getBoundingClientRect()
    const body = element.closest('td')?.getBoundingClientRect()
    const head = element.tHead?.getBoundingClientRect()
    if (!sheet || !body || !head || sheet.width === 0) return before
    const millimetres = (pixels: number) => (pixels / sheet.width) * width
    if (page === 0 && !room) {
      // A line that carries the sum is as high as the head; a millimetre is left for rounding.
      const left = bottom - millimetres(head.bottom - sheet.top) - 1
      const carried = millimetres(head.height)
      room = { first: left - carried, other: left + millimetres(head.top - body.top) - 2 * carried }
    }
    for (const row of element.querySelectorAll<HTMLElement>('tr[data-line]')) {
      const name = row.dataset.line ?? ''
      heights.set(
        name,
        Math.max(heights.get(name) ?? 0, Math.ceil(millimetres(row.getBoundingClientRect().height) * 10) / 10),
      )
    }
  }
  const isSame = before !== null && [...heights].every(([name, height]) => height === before.heights.get(name))
  return isSame || !room ? before : { room, heights, rounds: (before?.rounds ?? 0) + 1 }
}

/** The paper on sheets: rows that carry a sum are laid on pages by their heights, the others flow. */
function Sheets<R>({ paper, size, onDrawn }: Drawn<R> & { size: 'a4' | 'a5' | 'a5-landscape' }) {
  const { head, verify, operator, signatures, sums, words } = paper
  const table = paper.table && {
    ...paper.table,
    columns: paper.table.columns.filter(({ wide }) => size !== 'a5' || !wide),
  }
  const stamp = verify && <Stamps verify={verify} also={paper.also} onDrawn={onDrawn} size={76} />
  // Beside sums there is room for it; without a table they are as wide as the page.
  const isBeside = table !== undefined && sums.length > 2
  const { pages, onTable } = usePages(table, size)
  const last = pages.length - 1
  const sheets = (copy: number) =>
    pages.map((lines, page) => (
      <PrintPage
        key={page}
        paper={size}
        dense={size === 'a5-landscape'}
        clinicName={paper.clinic.name}
        headline={head.name}
        withLogo={head.logo}
        title={paper.title}
        contact={
          <>
            {head.address}
            {head.address && head.phone && <br />}
            {head.phone}
          </>
        }
        number={
          <>
            {paper.number}
            {paper.number != null && paper.moment != null && <br />}
            {paper.moment}
          </>
        }
        patient={
          <div className={s.about}>
            {paper.about.map((part, n) => (
              <span key={n}>{part}</span>
            ))}
          </div>
        }
        {...(page === last
          ? {
              signatures,
              note: printed(paper, copy),
              stamp: isBeside ? null : stamp,
            }
          : {})}
      >
        {page === 0 && paper.header}
        {page === 0 && paper.lead}
        {table &&
          lines.length > 0 &&
          halvesOf(table, lines, size).map((half, n, all) => (
            <div key={n} className={cx(all.length > 1 && s.half)}>
              <Table
                table={table}
                onTable={copy === 1 ? onTable(page) : unheard}
                lines={half}
                before={page === 0 ? null : pages.slice(0, page).flat()}
                isLast={page === last && n === all.length - 1}
              />
            </div>
          ))}
        {page === last && (
          <>
            {sums.length > 0 && (
              <div className={s.below}>
                {isBeside && stamp}
                <Sums sums={sums} className={cx(s.sums, !table && s.wide)} />
              </div>
            )}
            {(words || operator) && (
              <p className={s.words}>
                {words && (
                  <span>
                    {words.label}：<b>{words.text}</b>
                  </span>
                )}
                {operator && (
                  <span className={s.operator}>
                    {operator.label}：{operator.name}
                  </span>
                )}
              </p>
            )}
            {paper.after}
            {paper.footer}
          </>
        )}
      </PrintPage>
    ))
  return copiesOf(paper.copies).map((copy) =>
    copy === 1 ? (
      <Fragment key={copy}>{sheets(copy)}</Fragment>
    ) : (
      <div key={copy} className={s.copy}>
        {sheets(copy)}
      </div>
    ),
  )
}
const unheard = () => {}

const MANY = 12

function halvesOf<R>(table: DrawnTable<R>, lines: readonly PaperLine<R>[], size: string): (readonly PaperLine<R>[])[] {
  if (!table.halves || lines.length <= MANY || size === 'a5') return [lines]
  const half = Math.ceil(lines.length / 2)
  return [lines.slice(0, half), lines.slice(half)]
}

/** What the rows of a column come to. */
const comesTo = <R,>(lines: readonly PaperLine<R>[], yuanOf: (row: R) => string): string =>
  fenToYuan(sum(lines.flatMap((line) => (line.kind === 'row' ? [yuanToFen(yuanOf(line.row))] : []))))

function Table<R>({
  table,
  onTable,
  lines,
  before,
  isLast,
}: {
  table: DrawnTable<R>
  onTable: (element: HTMLTableElement | null) => void
  lines: readonly PaperLine<R>[]
  /** What stands on the pages before; null on the first. */
  before: readonly PaperLine<R>[] | null
  isLast: boolean
}) {
  const { columns, carry } = table
  const carried = (label: string, rows: readonly PaperLine<R>[]) =>
    carry && (
      <Foot
        columns={columns}
        cells={{ [columns[0]?.key ?? '']: label, [carry.column]: <Money yuan={comesTo(rows, carry.yuanOf)} /> }}
      />
    )
  return (
    <table className={s.items} ref={onTable}>
      <thead>
        <tr>
          {columns.map(({ key, title, numeric, blank }) => (
            <th key={key} scope="col" className={cx(numeric && s.right, blank && s.blank)}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {before && carried('承前页', before)}
        {lines.map((line) => {
          const name = nameOfLine(line, table.keyOf)
          if (line.kind === 'title')
            return (
              <tr key={name} data-line={name} className={s.groupTitle}>
                <th scope="rowgroup" colSpan={columns.length}>
                  {line.title}
                </th>
              </tr>
            )
          if (line.kind === 'foot') return <Foot key={name} name={name} columns={columns} cells={line.cells} />
          return (
            <tr key={name} data-line={name}>
              {columns.map(({ key, numeric, whole, render }) => (
                <td key={key} className={cx(numeric && s.right, whole && s.whole)}>
                  {render(line.row, false)}
                </td>
              ))}
            </tr>
          )
        })}
        {!isLast && carried('过次页', [...(before ?? []), ...lines])}
        {isLast && table.foot && <Foot columns={columns} cells={table.foot} />}
      </tbody>
    </table>
  )
}

const Foot = <R,>({
  name,
  columns,
  cells,
}: {
  name?: string
  columns: readonly PaperColumn<R>[]
  cells: Readonly<Record<string, ReactNode>>
}) => (
  <tr className={s.foot} data-line={name}>
    {columns.map(({ key, numeric }) => (
      <td key={key} className={cx(numeric && s.right)}>
        {cells[key]}
      </td>
    ))}
  </tr>
)

/** The height of a roll is that of what is on it; a paper size knows no `auto`. */
function useRollPage() {
  const roll = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const element = roll.current
    if (!element) return undefined
    const sheet = new CSSStyleSheet()
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    const fit = () => {
      const millimetres = Math.ceil((element.offsetHeight / 96) * 25.4) + 4
      sheet.replaceSync(`@page money-roll { size: 80mm ${millimetres}mm; margin: 3mm; }`)
    }
    const watch = new ResizeObserver(fit)
    watch.observe(element)
    fit()
    return () => {
      watch.disconnect()
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet)
    }
  }, [])
  return roll
}

/** The paper on a roll of 80 mm, as often as it is printed. */
function Rolls<R>({ paper, onDrawn }: Drawn<R>) {
  const roll = useRollPage()
  return copiesOf(paper.copies).map((copy) =>
    copy === 1 ? (
      <Roll key={copy} paper={paper} onDrawn={onDrawn} copy={copy} roll={roll} />
    ) : (
      <div key={copy} className={s.copy}>
        <Roll paper={paper} onDrawn={onDrawn} copy={copy} roll={null} />
      </div>
    ),
  )
}

/** Each row in two lines, one below the other. */
function Roll<R>({
  paper,
  onDrawn,
  copy,
  roll,
}: Drawn<R> & { copy: number; roll: RefObject<HTMLElement | null> | null }) {
  const { head, table, verify, operator, signatures, sums, words } = paper
  const letterhead = use(Letterhead)
  const mark = head.onRoll && letterhead?.clinicName === paper.clinic.name ? letterhead.src : null
  return (
    <article className={s.roll} ref={roll}>
      <header className={s.rollHead}>
        {mark && <img className={s.rollLogo} src={mark} alt="" />}
        <div className={s.rollClinic}>{head.name}</div>
        <h1>{paper.title}</h1>
      </header>
      <div className={s.rollPart}>
        {paper.number != null && (
          <div>
            {paper.called?.number ?? '单号'}　{paper.number}
          </div>
        )}
        {paper.moment != null && (
          <div>
            {paper.called?.moment ?? '时间'}　{paper.moment}
          </div>
        )}
        {paper.about.map((part, n) => (
          <div key={n}>{part}</div>
        ))}
      </div>
      {paper.header && <div className={s.rollPart}>{paper.header}</div>}
      {paper.lead != null && <div className={s.rollPart}>{paper.lead}</div>}
      {table && (
        <div className={s.rollPart}>
          {table.groups.map((group) => (
            <Fragment key={group.key}>
              {group.title && <div className={s.rollTitle}>{group.title}</div>}
              <ul>
                {group.rows.map((row) => (
                  <RollRow key={table.keyOf(row)} columns={table.columns} row={row} />
                ))}
              </ul>
              {group.foot && <RollFoot columns={table.columns} cells={group.foot} />}
            </Fragment>
          ))}
          {table.foot && <RollFoot columns={table.columns} cells={table.foot} />}
        </div>
      )}
      {sums.length > 0 && <Sums sums={sums} className={s.rollSums} />}
      {words && (
        <p className={s.rollPart}>
          {words.label}：<b>{words.text}</b>
        </p>
      )}
      {paper.after}
      {paper.footer && <div className={s.rollPart}>{paper.footer}</div>}
      {signatures.map((place) => (
        <div key={place.label} className={s.rollPlace}>
          <span>{place.label}：</span>
          <span>{place.content}</span>
        </div>
      ))}
      {verify && (
        <div className={s.rollStamp}>
          <Stamps verify={verify} also={paper.also} onDrawn={onDrawn} size={120} />
        </div>
      )}
      <footer className={s.rollFoot}>
        {operator && (
          <div>
            {operator.label}　{operator.name}
          </div>
        )}
        <div>{printed(paper, copy)}</div>
        <div>{[head.address, head.phone].filter(Boolean).join('　')}</div>
      </footer>
    </article>
  )
}

const isEmpty = (node: ReactNode) => node === null || node === undefined || node === '' || node === false

function RollRow<R>({ columns, row }: { columns: readonly Titled<R>[]; row: R }) {
  const at = (place: 'name' | 'part' | 'end') =>
    columns
      .filter(({ roll }) => roll === place)
      .map(({ key, title, render }) => ({ key, title, shown: render(row, true) }))
      .filter(({ shown }) => !isEmpty(shown))
  return (
    <li>
      <span>
        {at('name').map(({ key, shown }, n) => (
          <Fragment key={key}>
            {n > 0 && '　'}
            {shown}
          </Fragment>
        ))}
      </span>
      <span className={s.rollLine}>
        <span>
          {at('part').map(({ key, title, shown }, n) => (
            <span key={key} className={s.rollBit}>
              {n > 0 && '　'}
              {title} {shown}
            </span>
          ))}
        </span>
        <span>
          {at('end').map(({ key, shown }) => (
            <Fragment key={key}>{shown}</Fragment>
          ))}
        </span>
      </span>
    </li>
  )
}

/** Of a foot the words at its beginning, and the figures that the rows above have too. */
function RollFoot<R>({
  columns,
  cells,
}: {
  columns: readonly Titled<R>[]
  cells: Readonly<Record<string, ReactNode>>
}) {
  const [first] = columns
  return (
    <div className={cx(s.rollLine, s.rollSubtotal)}>
      <span>
        {first && cells[first.key]}
        {columns
          .filter(({ key, roll }) => roll === 'part' && key !== first?.key && !isEmpty(cells[key]))
          .map(({ key, title }) => (
            <span key={key} className={s.rollBit}>
              　{title} {cells[key]}
            </span>
          ))}
      </span>
      <span>
        {columns.map(({ key, roll }) => (roll === 'end' ? <Fragment key={key}>{cells[key]}</Fragment> : null))}
      </span>
    </div>
  )
}
