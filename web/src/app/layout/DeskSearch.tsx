import { registrationStates } from '@dentin/contract/core/status'
import type { PatientChoice } from '@dentin/contract/patient'
import { reporting } from '@dentin/contract/reporting'
import { parseDateTime } from '@dentin/kit/datetime'
import { useState, type ReactNode, type Ref } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import {
  findElsewhere,
  type FileElsewhere,
  useRecentPatients,
  AskForFile,
  PatientDialog,
  momentInWords,
} from '../../features/patient/index.ts'
import { ageYears, briefGenderAge } from '../../domain/person.ts'
import {
  clock,
  workText,
  currentOf,
  inOrderOfDay,
  lateness,
  minutesSoFar,
  stepOf,
  type DeskStep,
  type Standing,
} from '../../features/reporting/index.ts'
import { ApiError, send } from '../../lib/client.ts'
import { useLive } from '../../lib/live.ts'
import { useCan } from '../../lib/permission.ts'
import { useCall, useInvalidate } from '../../lib/query.ts'
import { ComboBox } from '../../ui/heavy.ts'
import { Avatar, Icon, Kbd, KeyHints, Money, StatusTag, Tag, toast, WaitMinutes } from '../../ui/index.ts'
import { bookingTo } from '../parts/patient-links.ts'
import { chargeTo } from '../parts/visit-links.ts'
import { takeStep, type InPlace, type StepDone } from './desk-steps.ts'
import s from './desk-search.module.css'

/** Asking for a file elsewhere and opening one are rare: no part of the search that every page carries. */

const RECENT = 5
const WHOLE_NUMBER = /^1[2-9]\d{9}$/

type Elsewhere = FileElsewhere & { mobile: string }
/** Somebody with what stands for him; of a recent one that is not known at once. */
type Row = Standing | PatientChoice | Elsewhere
const isElsewhere = (row: Row): row is Elsewhere => 'clinicId' in row
const standingOf = (row: Row): Standing | null => ('today' in row ? row : null)
const keyOf = (row: Row): string => (isElsewhere(row) ? row.clinicId : row.id)

/** Whoever matches, today's first; of a whole number that nobody here has, the clinics that have a file with it. */
async function find(keyword: string, signal: AbortSignal): Promise<readonly Row[]> {
  const here = inOrderOfDay(await send(reporting.find, { keyword }, { signal }))
  if (here.length > 0 || !WHOLE_NUMBER.test(keyword)) return here
  return (await findElsewhere(keyword, signal)).map((place) => ({ ...place, mobile: keyword }))
}

/** The navbar's search: who was found and how he stands today, the next step taken from its row. */
export function DeskSearch({ onOpen, inputRef }: { onOpen: (id: string) => void; inputRef?: Ref<HTMLInputElement> }) {
  const may = useCan()
  const navigate = useNavigate()
  const [, setParams] = useSearchParams()
  const invalidate = useInvalidate()
  const [asking, setAsking] = useState<Elsewhere | null>(null)
  const [creating, setCreating] = useState<string | null>(null)
  const [steps, setSteps] = useState<ReadonlyMap<string, StepDone | 'busy'>>(new Map())
  const [used, setUsed] = useState(false)
  const recent = useRecent(used)

  const mark = (id: string, step: StepDone | 'busy' | null) =>
    setSteps((before) => {
      const next = new Map(before)
      if (step) next.set(id, step)
      else next.delete(id)
      return next
    })
  const refresh = () => void invalidate([reporting.today, reporting.standing])
  const failed = (error: unknown) => toast.error(error instanceof ApiError ? error.message : '没有成功，请重试')
  const open = (row: Row) => {
    if (isElsewhere(row)) {
      if (!row.asked) setAsking(row)
      return
    }
    // Found by a merged file, that one is opened: it leads on and says so.
    onOpen(standingOf(row)?.mergedFrom?.id ?? row.id)
  }
  const nextOf = (row: Row): DeskStep | null => {
    const standing = standingOf(row)
    return standing && !standing.mergedFrom && !steps.has(standing.id) ? stepOf(standing, may) : null
  }
  const take = async (id: string, kind: InPlace, { entry }: DeskStep) => {
    if (!entry) return
    mark(id, 'busy')
    try {
      mark(id, await takeStep(kind, entry))
    } catch (error) {
      mark(id, null)
      failed(error)
    }
    refresh()
  }
  const undo = async (id: string, done: StepDone) => {
    mark(id, 'busy')
    try {
      await done.undo?.()
      mark(id, null)
    } catch (error) {
      mark(id, done)
      failed(error)
    }
    refresh()
  }
  /** The step of a row; 'stay' when the list goes on standing there. */
  const run = (row: Row): 'stay' | void => {
    const step = nextOf(row)
    if (!step || isElsewhere(row)) return open(row)
    switch (step.kind) {
      case 'register':
        setParams((before) => {
          const next = new URLSearchParams(before)
          next.delete('search')
          next.set('new', 'registration')
          next.set('patientId', row.id)
          return next
        })
        return
      case 'book':
        return void navigate(bookingTo(row.id))
      case 'charge':
        return void navigate(chargeTo({ id: step.entry?.registrationId ?? '', patientId: row.id }))
      case 'checkIn':
      case 'callIn':
      case 'leave':
        void take(row.id, step.kind, step)
        return 'stay'
      default:
        return open(row)
    }
  }

  return (
    <div onFocus={() => setUsed(true)}>
      <ComboBox<Row>
        tall
        search={find}
        keyOf={keyOf}
        render={(row, marked) =>
          isElsewhere(row) ? (
            <ElsewhereLine place={row} />
          ) : (
            <DeskRow
              row={row}
              marked={marked}
              step={nextOf(row)}
              done={steps.get(row.id) ?? null}
              onStep={() => run(row)}
              onUndo={(done) => void undo(row.id, done)}
            />
          )
        }
        groupOf={(row) =>
          isElsewhere(row)
            ? '其他门诊'
            : !standingOf(row)
              ? '最近打开'
              : standingOf(row)?.today.length
                ? '今天'
                : '其他'
        }
        // Nobody is checked in unseen: what came after Enter is marked, and taken when there is nobody else.
        onPick={(row, how) => (how.hurried && how.others > 0 ? 'stay' : run(row))}
        onOpen={open}
        recent={recent}
        emptyText={(text) => `没有叫「${text}」的患者`}
        {...(may('/allTimePatients:add') ? { lastRow: { render: lastRow, onPick: setCreating } } : {})}
        label="搜索患者"
        placeholder="姓名、拼音首字母、手机尾号、病历号"
        icon="search"
        suffix={<Kbd>/</Kbd>}
        quiet
        inputRef={inputRef}
      />
      {asking && <AskForFile place={asking} mobile={asking.mobile} onClose={() => setAsking(null)} />}
      {creating !== null && (
        <PatientDialog
          preset={/^\d+$/.test(creating) ? { mobile: creating } : { name: creating }}
          onClose={() => setCreating(null)}
          onDone={(id) => {
            setCreating(null)
            onOpen(id)
          }}
        />
      )}
    </div>
  )
}

/** The patients opened lately, with how they stand once that is known. */
function useRecent(used: boolean): readonly Row[] {
  const recent = useRecentPatients().slice(0, RECENT)
  const ids = recent.map((each) => each.patientId)
  useLive(['reception', 'appointment'], [reporting.standing])
  const { data } = useCall(reporting.standing, { patientIds: ids }, { enabled: used && ids.length > 0 })
  const known = new Map(data?.map((each) => [each.id, each]))
  const rows = recent.map(({ patientId, ...rest }) => known.get(patientId) ?? { id: patientId, ...rest })
  return inOrderOfDay(rows.map((row) => ({ row, today: standingOf(row)?.today ?? [] }))).map(({ row }) => row)
}

const lastRow = (text: string) => (
  <span className={s.last}>
    <Icon name="user-plus" size={16} className="brand" />
    <span className="brand">新建患者「{text}」</span>
    <span className="t-12 tertiary">姓名、性别、手机号即可</span>
    <span className={s.hints}>
      <KeyHints
        keys={[
          { keys: '↑↓', does: '选' },
          { keys: 'Enter', does: '下一步' },
          { keys: '→', does: '打开档案' },
        ]}
      />
    </span>
  </span>
)

/** A clinic that has a file with the number, and keeps it to itself. */
function ElsewhereLine({ place }: { place: Elsewhere }) {
  return (
    <span className={s.last}>
      <Icon name="building" size={16} className="brand" />
      <span>
        {place.clinicName}有 {place.files} 份该手机号的档案
      </span>
      <span className={s.hints}>{place.asked ? <Tag>已申请</Tag> : <span className="brand">申请查看</span>}</span>
    </span>
  )
}

/** One patient in two lines: who, how he stands today, the next step. */
function DeskRow({
  row,
  marked,
  step,
  done,
  onStep,
  onUndo,
}: {
  row: Standing | PatientChoice
  marked: boolean
  step: DeskStep | null
  done: StepDone | 'busy' | null
  onStep: () => void
  onUndo: (done: StepDone) => void
}) {
  const standing = standingOf(row)
  const tail = row.mobile?.slice(-4)
  return (
    <span className={s.row}>
      <Avatar gender={row.gender} age={ageYears(row.birthDay)} size={34} />
      <span className={s.who}>
        <span className={s.line}>
          <Name name={row.name} matched={standing?.matched ?? null} />
          <span className="t-12 secondary">{briefGenderAge(row)}</span>
          {standing?.allergyFlag === 1 && <Icon name="alert" size={14} className="danger" label="过敏" />}
          {standing?.patientType === 3 && <Icon name="crown" size={14} className={s.member} label="VIP" />}
          {standing?.patientType === 6 && <Tag tone="danger">黑名单</Tag>}
          {standing?.mergedFrom && <Tag title="由已合并的档案找到">已合并 {standing.mergedFrom.medicalNumber}</Tag>}
        </span>
        <span className={s.below}>
          <span className="num">{row.medicalNumber}</span>
          <span className="num">{tail ? `尾号 ${tail}` : '无手机号'}</span>
        </span>
      </span>
      <span className={s.state}>{standing && <State standing={standing} done={done} />}</span>
      {done !== null && done !== 'busy' && done.undo && (
        <Press look="outline" onPress={() => onUndo(done)}>
          撤销
        </Press>
      )}
      {step && (
        <Press
          look={marked ? 'filled' : step.kind === 'register' || step.kind === 'book' ? 'outline' : 'tint'}
          onPress={onStep}
        >
          {step.label}
          {marked && <kbd>Enter</kbd>}
        </Press>
      )}
    </span>
  )
}

/** A press within a row; the keys are the field's. */
function Press({
  look,
  onPress,
  children,
}: {
  look: 'filled' | 'tint' | 'outline'
  onPress: () => void
  children: ReactNode
}) {
  return (
    // The field keeps the focus and has the keys for it.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <span
      className={s.press}
      data-look={look}
      onClick={(event) => {
        event.stopPropagation()
        onPress()
      }}
    >
      {children}
    </span>
  )
}

function Name({ name, matched }: { name: string; matched: Standing['matched'] }) {
  if (!matched) return <b className={s.name}>{name}</b>
  const { from, length } = matched
  return (
    <b className={s.name}>
      {name.slice(0, from)}
      <mark>{name.slice(from, from + length)}</mark>
      {name.slice(from + length)}
    </b>
  )
}

/** How somebody stands today: the state with its time, minutes or amount, and what is done by whom. */
function State({ standing, done }: { standing: Standing; done: StepDone | 'busy' | null }) {
  const entry = currentOf(standing)
  const now = parseDateTime(standing.now).getTime()
  if (!entry) {
    const { next, last } = standing
    return (
      <>
        <span className="t-12 secondary">今天没有预约</span>
        <span className={s.below}>
          {next ? (
            <span>
              下次 {momentInWords(next.startTime)}　{next.doctorName}
            </span>
          ) : last ? (
            <span>
              上次 {momentInWords(last.visitTime).split(' ')[0]}　{last.doctorName}
            </span>
          ) : (
            <span>还没有就诊过</span>
          )}
        </span>
      </>
    )
  }
  const late = lateness(entry, now)
  const minutes = minutesSoFar(entry, now)
  const visit = entry.registrationId !== null
  const others = standing.today.filter((each) => each !== entry)
  return (
    <>
      <span className={s.line}>
        {done !== null && done !== 'busy' ? (
          <Tag tone="done" icon="check">
            {done.words}
          </Tag>
        ) : (
          <>
            <StatusTag
              kind={visit ? 'registration' : 'appointment'}
              value={entry.status}
              lead={
                visit
                  ? entry.queueNo > 0
                    ? `${String(entry.queueNo).padStart(2, '0')} 号`
                    : ''
                  : clock(entry.startTime)
              }
            />
            {late > 0 && <WaitMinutes minutes={late} as="late" size={13} />}
            {minutes !== null && (
              <WaitMinutes
                minutes={minutes}
                as={registrationStates.is(entry.status, 'inTreatment') ? 'plain' : 'wait'}
                size={13}
              />
            )}
            {!entry.within && <span className="t-12 secondary">{entry.clinicName}</span>}
          </>
        )}
      </span>
      <span className={s.below}>
        <span>
          {workText(entry)}　{entry.doctorName}
        </span>
        {registrationStates.is(entry.status, 'toCharge') && entry.due !== null && <Money yuan={entry.due} strong />}
        {others.map((each) => (
          <span key={each.appointmentId ?? each.registrationId}>
            另有 {clock(each.startTime ?? each.regTime)}
            {each.within ? '' : ` ${each.clinicName}`}
          </span>
        ))}
      </span>
    </>
  )
}
