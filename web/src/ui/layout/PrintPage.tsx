import { use, useEffect, useLayoutEffect, useRef, type ReactNode } from 'react'
import { Button } from '../control/Button.tsx'
import { cx } from '../cx.ts'
import { ErrorLine } from '../feedback/ErrorLine.tsx'
import { SkeletonRows } from '../feedback/Skeleton.tsx'
import { ScrollRegion } from './layout.tsx'
import { Letterhead, SignaturePictures } from './letterhead.ts'
import s from './print.module.css'

export interface PrintPageProps {
  /** Paper; the page number stands at its foot. */
  paper?: 'a4' | 'a4-landscape' | 'a5' | 'a5-landscape' | '16k'
  /** Less room between its parts, where a page is low. */
  dense?: boolean
  /** Mark at the head of a clinic that has none of its own. */
  logo?: ReactNode
  clinicName: string
  /** At the head instead of the clinic's name. */
  headline?: string
  /** false: without the clinic's mark. */
  withLogo?: boolean
  /** Name of the document: 门诊病历, 收费清单. */
  title: string
  /** Address and phone under the clinic's name. */
  contact?: ReactNode
  /** At the right of the head: document number, bar code. */
  number?: ReactNode
  /** Patient line, repeated on each page: 姓名 性别 年龄 病历号. */
  patient?: ReactNode
  /** Signature places at the end; `picture`: of the signature by hand, above the name. */
  signatures?: readonly { label: string; content?: ReactNode; picture?: string | undefined }[]
  /** Beside the signatures: a code to be scanned. */
  stamp?: ReactNode
  /** Small print under the signatures. */
  note?: ReactNode
  children: ReactNode
}

/** Class of each paper; one that begins with a digit can't be a name. */
const sheets = {
  a4: 'a4',
  'a4-landscape': 'a4-landscape',
  a5: 'a5',
  'a5-landscape': 'a5-landscape',
  '16k': 'k16',
} as const

/** A designed sheet: letterhead and patient line on every page, page x of y, signature places at the end. */
export function PrintPage({
  paper = 'a4',
  dense = false,
  logo,
  clinicName,
  headline = clinicName,
  withLogo = true,
  title,
  contact,
  number,
  patient,
  signatures = [],
  stamp,
  note,
  children,
}: PrintPageProps) {
  const letterhead = use(Letterhead)
  const hands = use(SignaturePictures)
  const pictureOf = ({ label, picture }: { label: string; picture?: string | undefined }) => picture ?? hands[label]
  const own = withLogo && letterhead?.clinicName === clinicName ? letterhead.src : null
  return (
    <article className={cx(s.sheet, s[sheets[paper]], dense && s.dense)}>
      <table className={s.flow} role="presentation">
        <thead>
          <tr>
            <td>
              <header className={s.head}>
                <div className={s.clinic}>
                  {own ? <img className={s.logo} src={own} alt="" /> : logo}
                  <div>
                    <div className={s.name}>{headline}</div>
                    {contact != null && <div className={s.contact}>{contact}</div>}
                  </div>
                </div>
                <h1 className={s.title}>{title}</h1>
                <div className={s.number}>{number}</div>
              </header>
              {patient != null && <div className={s.patient}>{patient}</div>}
            </td>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td className={s.body}>
              {children}
              {(signatures.length > 0 || note != null || stamp != null) && (
                <footer className={cx(s.end, stamp != null && s.stamped)}>
                  {stamp}
                  {signatures.length > 0 && (
                    <div className={s.signatures}>
                      {signatures.map((place) => (
                        <div key={place.label} className={s.place}>
                          <span>{place.label}：</span>
                          <span className={s.line}>
                            {pictureOf(place) && (
                              <img className={s.hand} src={pictureOf(place)} alt={`签名图：${place.label}`} />
                            )}
                            {place.content}
                          </span>
                        </div>
                      ))}
                    </div>
                  )}
                  {note != null && <div className={s.note}>{note}</div>}
                </footer>
              )}
            </td>
          </tr>
        </tbody>
      </table>
    </article>
  )
}

export interface PrintViewProps {
  /** Name of the file the browser offers. */
  title: string
  onBack?: () => void
  /** Opens the browser's print dialog as soon as the sheet is there. */
  auto?: boolean
  /** More choices in the bar, not printed. */
  extra?: ReactNode
  /** Prints in another way than the browser's of what is on the screen. */
  printer?: ReactNode
  children: ReactNode
}

/** Shows sheets as wide as a narrow screen is, by `--fit` of the element: a phone shows the whole page, the printer gets it in its size. */
function useFit() {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return undefined
    const fit = () => {
      // The width of a sheet is that before its zoom.
      const widest = Math.max(1, ...Array.from(element.children, (sheet) => (sheet as HTMLElement).offsetWidth))
      const scale = Math.min(1, element.clientWidth / widest)
      element.style.setProperty('--fit', scale.toFixed(3))
    }
    // A sheet gets its width when its style sheet comes, which may be after it.
    const widths = new ResizeObserver(fit)
    const look = () => {
      for (const sheet of element.children) widths.observe(sheet)
      fit()
    }
    const watch = new MutationObserver(look)
    watch.observe(element, { childList: true, subtree: true })
    addEventListener('resize', fit)
    look()
    return () => {
      widths.disconnect()
      watch.disconnect()
      removeEventListener('resize', fit)
    }
  }, [])
  return box
}

/** Sheets as wide as there is room for: to be looked at beside something else. */
export function PrintFit({ children }: { children: ReactNode }) {
  const fitting = useFit()
  return (
    <div ref={fitting} className={s.fitted}>
      {children}
    </div>
  )
}

/** The screen around one or more `PrintPage`s: a bar with 打印 that is not printed. */
export function PrintView({ title, onBack, auto, extra, printer, children }: PrintViewProps) {
  useEffect(() => {
    const before = document.title
    document.title = title
    return () => {
      document.title = before
    }
  }, [title])
  const isPending = use(Letterhead)?.isPending ?? false
  useEffect(() => {
    if (!auto || isPending) return
    let live = true
    void document.fonts.ready.then(() => live && window.print())
    return () => {
      live = false
    }
  }, [auto, isPending])
  const fitting = useFit()
  return (
    <div className={s.view}>
      <div className={s.bar}>
        {onBack && (
          <Button icon="arrow-left" onClick={onBack}>
            返回
          </Button>
        )}
        {extra}
        <div className={s.print}>
          {printer ?? (
            <Button variant="primary" icon="printer" onClick={() => window.print()}>
              打印
            </Button>
          )}
        </div>
      </div>
      <ScrollRegion label={title}>
        <div ref={fitting} className={s.fit}>
          {children}
        </div>
      </ScrollRegion>
    </div>
  )
}

/** Where the sheet will be: bones while it is read, or why there is none, and the way back. */
export function PrintPending({
  error,
  onRetry,
  onBack,
}: {
  /** Why it can't be shown; nothing: it is being read. */
  error?: string | null | undefined
  onRetry?: (() => void) | undefined
  onBack?: (() => void) | undefined
}) {
  return (
    <div className={s.view}>
      <div className={s.bar}>
        {onBack && (
          <Button icon="arrow-left" onClick={onBack}>
            返回
          </Button>
        )}
      </div>
      <div className={s.pending}>
        {error ? <ErrorLine {...(onRetry ? { onRetry } : {})}>{error}</ErrorLine> : <SkeletonRows rows={12} />}
      </div>
    </div>
  )
}
