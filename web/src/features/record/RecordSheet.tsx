import { parseTeeth, toothText } from '@dentin/clinical/teeth'
import { isCross, type RecordNotation, type RecordPaper } from '@dentin/contract/core/papers'
import { recordKinds } from '@dentin/contract/core/record-kinds'
import { recordKindWords, visitWords } from '@dentin/contract/core/record-origins'
import { MOST_RECORDS } from '@dentin/contract/record'
import { consentWords, sectionsOnPaper } from '@dentin/contract/record-words'
import type { ReactNode } from 'react'
import { usePaperChoice } from '../../domain/paper-choice.tsx'
import {
  Button,
  EmptyState,
  Logo,
  PrintPage,
  PrintPending,
  PrintView,
  Switch,
  urlEnum,
  urlFlag,
  urlOptional,
  useUrlState,
} from '../../ui/index.ts'
import { ToothCross } from '../../ui/tooth/index.ts'
import { PrintDays, SheetChart } from './deferred.ts'
import { usePrint, usePrintAll, type Printed } from './hooks.ts'
import { sectionLines } from './model.ts'
import { genderAge } from '../../domain/person.ts'
import s from './sheet.module.css'

const urlState = {
  chart: urlFlag,
  /** Left out: as the clinic has set. */
  pictures: urlEnum(['usual', 'yes', 'no'], 'usual'),
  from: urlOptional,
  to: urlOptional,
  consents: urlFlag,
  prescriptions: urlFlag,
}

/** What is printed, and how. */
export interface PrintChoice {
  paper: RecordPaper
  chart: boolean
  pictures: boolean
  kinds: ('record' | 'consent' | 'prescription')[]
  from: string | null
  to: string | null
}

type Pictures = ((recordId: string, wrap: (pictures: ReactNode) => ReactNode) => ReactNode) | undefined

/** One record, or all the signed ones of a patient, on paper. Opening it counts as printing and leaves a trace. */
export function RecordSheets({
  id,
  patientId,
  pdf,
  pictures,
  onBack,
}: {
  id: string | null
  patientId: string | null
  /** Prints them, and gives them as PDF. */
  pdf: (choice: PrintChoice) => ReactNode
  /** The pictures of a record, in the frame that is given. */
  pictures?: Pictures
  onBack: () => void
}) {
  const [{ chart, pictures: asked, from, to, consents, prescriptions }, set] = useUrlState(urlState)
  const { paper, notation, pictures: usual, choice } = usePaperChoice()
  const withPictures = asked === 'usual' ? usual : asked === 'yes'
  const one = usePrint(id)
  const all = usePrintAll(id ? null : patientId)
  const sheets = id ? (one.data ? [one.data] : undefined) : all.data
  const error = id ? one.error : all.error
  if (!sheets)
    return (
      <PrintPending error={error?.message} onRetry={() => void (id ? one.refetch() : all.refetch())} onBack={onBack} />
    )
  const first = sheets[0]
  const shown = id
    ? sheets
    : sheets.filter(({ visitTime: at }) => (!from || at.slice(0, 10) >= from) && (!to || at.slice(0, 10) <= to))
  if (!first)
    return (
      <EmptyState
        layout="stack"
        icon="file"
        title="没有可打印的病历"
        hint="签名后的病历才会连续打印"
        action={
          <Button icon="arrow-left" onClick={onBack}>
            返回
          </Button>
        }
      />
    )
  return (
    <PrintView
      title={`门诊病历 ${first.patientName} ${first.recordNo}`}
      onBack={onBack}
      extra={
        <>
          {choice}
          <Switch checked={chart} onChange={(next) => set({ chart: next })}>
            附牙位图
          </Switch>
          {pictures && (
            <Switch checked={withPictures} onChange={(next) => set({ pictures: next ? 'yes' : 'no' })}>
              附影像
            </Switch>
          )}
          {!id && (
            <>
              <Switch checked={consents} onChange={(next) => set({ consents: next })}>
                同意书
              </Switch>
              <Switch checked={prescriptions} onChange={(next) => set({ prescriptions: next })}>
                处方
              </Switch>
              <PrintDays from={from} to={to} onChange={set} />
              {sheets.length === MOST_RECORDS && (
                <span className="tertiary t-12">这里只显示最早的 {MOST_RECORDS} 份，PDF 里是全部</span>
              )}
            </>
          )}
        </>
      }
      printer={pdf({
        paper,
        chart,
        pictures: withPictures,
        kinds: [
          'record',
          ...(consents ? (['consent'] as const) : []),
          ...(prescriptions ? (['prescription'] as const) : []),
        ],
        from,
        to,
      })}
    >
      {shown.length === 0 && <EmptyState layout="stack" icon="file" title="这段日期里没有签名的病历" />}
      {shown.map((sheet) => (
        <Sheet
          key={sheet.id}
          sheet={sheet}
          paper={paper}
          chart={chart}
          notation={notation}
          pictures={withPictures ? pictures : undefined}
        />
      ))}
    </PrintView>
  )
}

function Sheet({
  sheet,
  paper,
  chart,
  notation,
  pictures,
}: {
  sheet: Printed
  paper: RecordPaper
  chart: boolean
  notation: RecordNotation
  pictures: Pictures
}) {
  const names = new Map(sheet.tariffs.map((each) => [each.id, each.name]))
  const consents = consentWords(sheet.consents, (time) => time.slice(0, 16))
  const shown = sectionsOnPaper(sheet)
  return (
    <PrintPage
      paper={paper}
      logo={<Logo markOnly />}
      clinicName={sheet.clinicName}
      contact={
        <>
          {sheet.clinicAddress}
          <br />
          {sheet.clinicPhone}
        </>
      }
      title={sheet.recordType === 1 ? '门诊病历' : recordKinds[sheet.recordType].name}
      number={sheet.recordNo}
      patient={
        <div className={s.patient}>
          <b>{sheet.patientName}</b>
          <span>{genderAge(sheet, sheet.visitTime)}</span>
          <span>病历号 {sheet.medicalNumber}</span>
          {sheet.deptName && <span>科别 {sheet.deptName}</span>}
          <span>
            {sheet.origin === 'visit' ? '就诊' : '归属日'} {visitWords(sheet.origin, sheet.visitTime)}
          </span>
          <span>{recordKindWords(sheet)}</span>
        </div>
      }
      signatures={[
        {
          label: '医师签名',
          content: sheet.signTime ? (
            <>
              {sheet.signDoctorName}　{sheet.signTime.slice(0, 16)}
            </>
          ) : undefined,
        },
        ...(sheet.countersignedName
          ? [
              {
                label: '上级医师审签',
                content: `${sheet.countersignedName}　${sheet.countersignedAt?.slice(0, 16) ?? ''}`,
              },
            ]
          : []),
        { label: '患者（或监护人）签名' },
      ]}
      note={[
        sheet.signTime ? `第 ${sheet.versionNo} 版` : '未签名，仅供核对',
        !sheet.intact && '内容与签名不符',
        sheet.origin === 'late' && `补录：${sheet.originReason}`,
        sheet.sealedAt && `已封存 ${sheet.sealedAt.slice(0, 16)}`,
        `打印时间 ${sheet.printedAt}`,
        `第 ${sheet.printCount} 次打印`,
      ]
        .filter(Boolean)
        .join('　')}
    >
      {chart && <SheetChart sheet={sheet} notation={notation} width={paper === 'a5' ? 420 : 600} />}
      <dl className={s.sections}>
        {shown.map(({ key, name }) => {
          const lines = sectionLines(sheet.content, key, (id) => names.get(id) ?? '', {
            ...sheet.next,
            visitDay: sheet.visitTime.slice(0, 10),
          })
          return (
            <div key={key} className={s.section}>
              <dt>{name}</dt>
              <dd>
                {lines.length === 0 && '—'}
                {lines.map((line, index) => (
                  <div key={index} className={s.line}>
                    {line.teeth !== '' &&
                      (!isCross(notation) ? (
                        <b className={s.cross}>{toothText(parseTeeth(line.teeth), notation)}</b>
                      ) : (
                        <span className={s.cross}>
                          <ToothCross teeth={parseTeeth(line.teeth)} notation={notation} />
                        </span>
                      ))}
                    <span>{line.text}</span>
                  </div>
                ))}
              </dd>
            </div>
          )
        })}
        {pictures?.(sheet.id, (list) => (
          <div className={s.section}>
            <dt>影像</dt>
            <dd>{list}</dd>
          </div>
        ))}
        {consents.length > 0 && (
          <div className={s.section}>
            <dt>同意书</dt>
            <dd>
              {consents.map((text) => (
                <div key={text} className={s.line}>
                  {text}
                </div>
              ))}
            </dd>
          </div>
        )}
      </dl>
    </PrintPage>
  )
}
