import { allergySeverities, type AllergyEntry } from '@dentin/clinical/drug-checks/allergy-list'
import { drugClassNames, type DrugClass } from '@dentin/clinical/drug-checks/class-names'
import { allergyKindNames } from '@dentin/contract/patient-fields/allergies'
import { useState } from 'react'
import { deferred } from '../../lib/deferred.ts'
import { presentDay } from '../../lib/present.ts'
import { Select } from '../../ui/heavy.ts'
import { cx, IconButton, Tag, TextButton, TextField } from '../../ui/index.ts'
import s from './allergies.module.css'

/** With the drugs that a name is looked up in. */
const AllergyMatch = deferred(async () => (await import('./AllergyMatch.tsx')).AllergyMatch)

/** An entry while it is typed: what was left out stands for the usual. */
export type TypedAllergy = Pick<AllergyEntry, 'substance'> & Partial<AllergyEntry>

interface Props {
  value: readonly TypedAllergy[]
  onChange: (next: TypedAllergy[]) => void
  /** The file has it: it may end, but is not removed. */
  isKept: (entry: TypedAllergy) => boolean
  invalid: boolean
}

const blank: TypedAllergy = { substance: '' }
const isBlank = ({ substance, reaction = '' }: TypedAllergy) => substance === '' && reaction === ''
const usual = ['青霉素', '头孢类', '磺胺类', '利多卡因', '碘', '乳胶', '布洛芬', '甲硝唑', '镍', '丙烯酸树脂']
const reactions = ['皮疹', '荨麻疹', '瘙痒', '水肿', '呼吸困难', '过敏性休克', '胃肠不适', '皮试阳性']
const whyEnded = ['复查皮试阴性', '过敏专科排除', '录入错误', '不是本人']
const classes = (Object.keys(drugClassNames) as DrugClass[]).map((value) => ({ value, label: drugClassNames[value] }))
const severities = Object.entries(allergySeverities).map(([value, label]) => ({ value: Number(value), label }))
const kinds = Object.entries(allergyKindNames).map(([value, label]) => ({ value, label }))

/** What somebody may not be given, one line each: what, how it showed, how bad it was, and as what the drug checks take it. */
export function AllergyList({ value, onChange, isKept, invalid }: Props) {
  const [extra, setExtra] = useState(0)
  const rows = [...value, ...Array.from({ length: Math.max(extra, value.length === 0 ? 1 : 0) }, () => blank)]
  const write = (at: number, next: TypedAllergy) => {
    const isNew = at >= value.length
    if (isNew) setExtra((count) => Math.max(0, count - 1))
    const written = isNew ? [...value, next] : value.map((entry, n) => (n === at ? next : entry))
    onChange(written.filter((entry) => !isBlank(entry) || isKept(entry)))
  }
  const remove = (at: number) =>
    at < value.length ? onChange(value.filter((_entry, n) => n !== at)) : setExtra((count) => Math.max(0, count - 1))
  return (
    <div className={s.list}>
      {rows.map((entry, at) => (
        <Entry
          key={at}
          entry={entry}
          number={at + 1}
          kept={isKept(entry)}
          invalid={invalid}
          onChange={(next) => write(at, next)}
          onRemove={rows.length > 1 || !isBlank(entry) ? () => remove(at) : undefined}
        />
      ))}
      <TextButton icon="plus" onClick={() => setExtra((count) => Math.max(count, value.length === 0 ? 1 : 0) + 1)}>
        再加一项
      </TextButton>
    </div>
  )
}

interface EntryProps {
  entry: TypedAllergy
  number: number
  kept: boolean
  invalid: boolean
  onChange: (next: TypedAllergy) => void
  onRemove: (() => void) | undefined
}

function Entry({ entry, number, kept, invalid, onChange, onRemove }: EntryProps) {
  const set = (part: Partial<AllergyEntry>) => onChange({ ...entry, ...part })
  const name = (label: string) => `${label} ${number}`
  const { ended = null } = entry
  if (ended)
    return (
      <div className={cx(s.entry, s.ended)}>
        <span className="secondary">
          {entry.substance} <Tag>{ended.on} 起失效</Tag>
        </span>
        <TextField
          aria-label={name('失效原因')}
          placeholder="失效原因"
          maxLength={60}
          suggest={whyEnded}
          value={ended.reason}
          onChange={(event) => set({ ended: { ...ended, reason: event.target.value } })}
        />
        <TextButton onClick={() => set({ ended: null })}>恢复有效</TextButton>
      </div>
    )
  return (
    <div className={s.entry}>
      <TextField
        aria-label={name('过敏原')}
        placeholder="过敏原，如：青霉素"
        maxLength={40}
        suggest={usual}
        invalid={invalid && entry.substance === ''}
        value={entry.substance}
        onChange={(event) => set({ substance: event.target.value })}
      />
      <Select
        label={name('过敏或不良反应')}
        options={kinds}
        value={entry.kind ?? 'allergy'}
        onChange={(kind) => set({ kind: kind as AllergyEntry['kind'] })}
      />
      <TextField
        aria-label={name('反应')}
        placeholder="反应，如：皮疹"
        maxLength={40}
        suggest={reactions}
        value={entry.reaction ?? ''}
        onChange={(event) => set({ reaction: event.target.value })}
      />
      <Select
        label={name('程度')}
        options={severities}
        value={entry.severity ?? 0}
        onChange={(severity) => set({ severity: severity as AllergyEntry['severity'] })}
      />
      <Select
        label={name('按哪一类核对')}
        placeholder="按名称核对"
        clearable
        searchable
        options={classes}
        value={entry.class ?? null}
        onChange={(family) => set({ class: family as DrugClass | null })}
      />
      {kept ? (
        <TextButton onClick={() => set({ ended: { on: presentDay(), reason: '' } })}>失效</TextButton>
      ) : (
        <IconButton icon="trash" label={`删除第 ${number} 项`} disabled={!onRemove} onClick={() => onRemove?.()} />
      )}
      <AllergyMatch substance={entry.substance} family={entry.class ?? null} adverse={entry.kind === 'adverse'} />
    </div>
  )
}
