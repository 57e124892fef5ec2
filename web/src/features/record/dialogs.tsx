import { removalReasons } from '@dentin/clinical/tooth-conditions'
import { recordStates } from '@dentin/contract/core/status'
import type { DictType } from '@dentin/contract/core/dictionaries'
import type { RecordContent } from '@dentin/contract/record'
import type { NextVisitNames } from '@dentin/contract/record-words'
import { useState } from 'react'
import { useDict } from '../../lib/dict.ts'
import { Dialog, Select } from '../../ui/heavy.ts'
import {
  cx,
  ErrorLine,
  Field,
  Notice,
  SkeletonRows,
  TextArea,
  UsualWords,
  type UsualWordsProps,
} from '../../ui/index.ts'
import { useCompare, useVersions, useVisitOptions, type RecordDetail } from './hooks.ts'
import { lineKey, Lines } from './Lines.tsx'
import { choose, differing, merged, partLines, preferred, wholeSection, type Part, type Side } from './conflict.ts'
import { sectionName } from './model.ts'
import type { Conflict } from './useDraft.ts'
import { changedPieces } from './word-diff.ts'
import s from './record.module.css'

/** Both texts of a record that two wrote at once; one is kept for each section, of an orthodontic text for each group of fields. */
export function ConflictDialog({
  mine,
  conflict: { base, theirs },
  onKeep,
  onClose,
}: {
  mine: RecordContent
  conflict: Conflict
  onKeep: (content: RecordContent) => void
  onClose: () => void
}) {
  const parts = differing(mine, theirs.content)
  const [chosen, setChosen] = useState(() => preferred(base, mine, theirs.content))
  const by = theirs.updatedBy || '对方'
  return (
    <Dialog
      open
      sticky
      width={1240}
      title="已被他人修改"
      onClose={onClose}
      cancelText="回到病历"
      onSubmit={() => onKeep(choose(base, mine, theirs.content, chosen))}
      submitText="按所选保留"
    >
      <Notice tone="wait" icon="users">
        {by}在 {theirs.updatedAt.slice(11, 16)}{' '}
        保存了这份病历。逐段选择：我的、对方的，或两份合并；只有一方改过的段落，已选改过的那份，两方都改过的，已选合并。
      </Notice>
      {parts.length === 0 && <p>两份内容相同，可以继续书写。</p>}
      {parts.map((part) => (
        <div key={part.id} className={s.versus}>
          <h3>{part.name}</h3>
          <Three
            part={part}
            texts={{ mine, theirs: theirs.content, merged: merged(base, mine, theirs.content, part) }}
            by={by}
            value={chosen[part.id] ?? 'mine'}
            onChange={(side) => setChosen((now) => ({ ...now, [part.id]: side }))}
          />
        </div>
      ))}
    </Dialog>
  )
}

const sides = [
  { side: 'mine', name: '我的' },
  { side: 'theirs', name: '对方的' },
  { side: 'merged', name: '合并' },
] as const

/** One part as I wrote it, as they did, and both together; one of the three is kept. */
function Three({
  part,
  texts,
  by,
  value,
  onChange,
}: {
  part: Part
  /** merged null: both changed what can only be one thing. */
  texts: { mine: RecordContent; theirs: RecordContent; merged: RecordContent | null }
  by: string
  value: Side
  onChange: (side: Side) => void
}) {
  const options = useVisitOptions()
  const linesOf = (content: RecordContent) => partLines(content, part, options ? namesIn(content, options) : null)
  const [first, second] = [linesOf(texts.mine), linesOf(texts.theirs)]
  const pieces = changedPieces(first, second)
  const both = texts.merged && linesOf(texts.merged)
  const isBoth = (lines: typeof first) => JSON.stringify(lines) === JSON.stringify(both)
  const sameAs = isBoth(first) ? '我的' : isBoth(second) ? '对方的' : null
  const fresh = (lines: typeof first, others: typeof first) => {
    const known = new Set(others.map(lineKey))
    return new Set(lines.map(lineKey).filter((key) => !known.has(key)))
  }
  const words = {
    mine: <Lines lines={first} marked={fresh(first, second)} pieces={pieces.before} look="new" />,
    theirs: <Lines lines={second} marked={fresh(second, first)} pieces={pieces.after} look="new" />,
    merged: both ? (
      sameAs ? (
        <p className="tertiary t-13">同{sameAs}</p>
      ) : (
        <Lines lines={both} />
      )
    ) : (
      <p className="tertiary t-13">两方改了同一项，只能留一个</p>
    ),
  }
  return (
    <div role="radiogroup" aria-label={`${part.name}保留哪一份`} className={s.three}>
      {sides.map(({ side, name }) => (
        <div key={side} className={cx(s.side, side === value && s.sideChosen)}>
          <div className={s.sideHead}>
            <label>
              <input
                type="radio"
                name={`keep-${part.id}`}
                checked={side === value}
                disabled={side === 'merged' && texts.merged === null}
                onChange={() => onChange(side)}
              />
              {name}
            </label>
            {side === 'theirs' && <span className="tertiary t-12">{by}</span>}
          </div>
          {words[side]}
        </div>
      ))}
    </div>
  )
}

/** Who and what a text names for the next visit, of those that can be chosen. */
const namesIn = (
  { nextVisit: { doctorId, itemIds } }: RecordContent,
  { doctors, items }: NonNullable<ReturnType<typeof useVisitOptions>>,
): NextVisitNames => ({
  doctorName: doctors.find(({ id }) => id === doctorId)?.name ?? null,
  itemNames: items.flatMap(({ id, name }) => (itemIds.includes(id) ? [name] : [])),
})

/** One part of two texts beside each other; what only one has is marked. */
function Pair({
  before,
  after,
  next,
  part,
  names,
  tariffName,
}: {
  before: RecordContent
  after: RecordContent
  next: { before: NextVisitNames; after: NextVisitNames }
  part: Part
  names: readonly [string, string]
  tariffName?: (id: string) => string
}) {
  const [first, second] = [
    partLines(before, part, next.before, tariffName),
    partLines(after, part, next.after, tariffName),
  ]
  const pieces = changedPieces(first, second)
  const only = (lines: typeof first, others: typeof first) => {
    const known = new Set(others.map(lineKey))
    return new Set(lines.map(lineKey).filter((key) => !known.has(key)))
  }
  return (
    <div className={s.pair}>
      <div>
        <div className={s.pairName}>{names[0]}</div>
        <Lines lines={first} marked={only(first, second)} pieces={pieces.before} look="gone" />
      </div>
      <div>
        <div className={s.pairName}>{names[1]}</div>
        <Lines lines={second} marked={only(second, first)} pieces={pieces.after} look="new" />
      </div>
    </div>
  )
}

/** Two signed versions section by section, with what differs marked. */
export function VersionDialog({ detail, onClose }: { detail: RecordDetail; onClose: () => void }) {
  const { data: versions } = useVersions(detail.id, true)
  const last = detail.versionCount
  const amending = recordStates.is(detail.status, 'amending')
  const [from, setFrom] = useState(amending ? last : Math.max(1, last - 1))
  const [to, setTo] = useState(amending ? 0 : last)
  const { data, error, refetch, isFetching } = useCompare({ id: detail.id, from, to })
  const options = (versions ?? []).map((each) => ({
    value: each.versionNo,
    label: `第 ${each.versionNo} 版`,
    hint: `${each.signedAt.slice(0, 16)} ${each.signedName}`,
  }))
  const names = new Map(data?.tariffs.map((each) => [each.id, each.name]))
  const nameOf = (no: number) => (no === 0 ? '当前内容' : `第 ${no} 版`)
  return (
    <Dialog open width={920} title="版本对比" onClose={onClose}>
      <div className={s.versionBar}>
        <Select label="从哪一版" width={260} value={from} options={options} onChange={(no) => setFrom(no ?? 1)} />
        <span className="tertiary">与</span>
        <Select
          label="到哪一版"
          width={260}
          value={to}
          options={amending ? [...options, { value: 0, label: '当前内容', hint: '未签名' }] : options}
          onChange={(no) => setTo(no ?? last)}
        />
      </div>
      {versions?.map((each) => (
        <div key={each.versionNo} className={s.versionLine}>
          <b>第 {each.versionNo} 版</b>
          <span className="num secondary">{each.signedAt}</span>
          <span>{each.signedName}</span>
          <span className="secondary">{each.reason ? `修订原因：${each.reason}` : '首次签名'}</span>
          <span className={each.intact ? 'tertiary' : s.tampered}>
            {each.intact ? '内容未被改动' : '内容与签名不符'}
          </span>
        </div>
      ))}
      {error && !data && (
        <ErrorLine onRetry={() => void refetch()} retrying={isFetching}>
          {error.message}
        </ErrorLine>
      )}
      {!data && !error && <SkeletonRows rows={4} height={48} />}
      {data?.changed.length === 0 && <p className="secondary">{from === to ? '同一版，没有差别' : '两版内容相同'}</p>}
      {data?.changed.map((key) => (
        <div key={key} className={s.versus}>
          <h3>{sectionName(key)}</h3>
          <Pair
            before={data.before}
            after={data.after}
            next={data.next}
            part={wholeSection(key)}
            names={[nameOf(from), nameOf(to)]}
            tariffName={(id) => names.get(id) ?? ''}
          />
        </div>
      ))}
    </Dialog>
  )
}

/** Asks why something is taken off: a crown, a bridge, brackets. */
export function RemovalDialog(props: { what: string; onClose: () => void; onSubmit: (reason: string) => void }) {
  return (
    <ReasonDialog
      {...props}
      title={props.what}
      hint="整件修复体、夹板、托槽一次全部拆除。原因留在病历和口腔图里。"
      submitText="拆除"
      words={removalReasons}
      required
      busy={false}
      error={undefined}
    />
  )
}

/** Asks why, before a signed record is opened or a record is taken away. */
export function ReasonDialog({
  title,
  hint,
  submitText,
  required,
  dictionary,
  words,
  danger,
  busy,
  error,
  onClose,
  onSubmit,
}: {
  title: string
  hint: string
  submitText: string
  required: boolean
  /** Where the usual reasons are kept. */
  dictionary?: DictType
  /** The usual reasons, where they are the same everywhere. */
  words?: readonly string[]
  danger?: boolean
  busy: boolean
  error: string | undefined
  onClose: () => void
  onSubmit: (reason: string) => void
}) {
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const lacking = required && reason.trim() === ''
  return (
    <Dialog
      open
      sticky
      title={title}
      onClose={onClose}
      busy={busy}
      danger={danger ?? false}
      submitText={submitText}
      onSubmit={() => {
        setTried(true)
        if (!lacking) onSubmit(reason.trim())
      }}
    >
      <p className="secondary t-13">{hint}</p>
      <Field label="原因" required={required} error={error ?? (tried && lacking ? '请填写原因' : undefined)}>
        {dictionary ? (
          <DictWords dictionary={dictionary} value={reason} onChange={setReason} />
        ) : words ? (
          <UsualWords words={words} maxLength={40} placeholder="其他原因，直接写" value={reason} onChange={setReason} />
        ) : (
          <TextArea value={reason} maxLength={200} rows={3} onChange={(event) => setReason(event.target.value)} />
        )}
      </Field>
    </Dialog>
  )
}

function DictWords({ dictionary, ...rest }: { dictionary: DictType } & Pick<UsualWordsProps, 'value' | 'onChange'>) {
  return <UsualWords words={useDict(dictionary).words} maxLength={200} {...rest} />
}
