import type { PatientChoice } from '@dentin/contract/patient'
import { useState, type ReactNode } from 'react'
import type { Path, PathValue } from 'react-hook-form'
import type { CallForm } from '../../lib/form.ts'
import { MultiSelect, Select } from '../../ui/heavy.ts'
import { Field, SearchField } from '../../ui/index.ts'
import type { FollowRow } from './hooks.ts'
import { typeOptions } from './words.ts'
import s from './follow.module.css'

/** The picker of the patients' feature, put together with these dialogs by the page. */
export type FollowPicker = (props: {
  value: PatientChoice | null
  onChange: (patient: PatientChoice | null) => void
}) => ReactNode

/** Whom a new follow-up or reminder is about; nothing where no picker was given. */
export function PatientField<V extends { patientId: string }>({
  form,
  renderPicker,
  onChosen,
}: {
  form: CallForm<V>
  renderPicker: FollowPicker | undefined
  onChosen?: (patient: PatientChoice | null) => void
}) {
  const [chosen, setChosen] = useState<PatientChoice | null>(null)
  if (!renderPicker) return null
  return (
    <Field label="患者" group required error={form.errorOf('patientId')}>
      {renderPicker({
        value: chosen,
        onChange: (next) => {
          setChosen(next)
          onChosen?.(next)
          form.setValue('patientId' as Path<V>, (next?.id ?? '') as PathValue<V, Path<V>>, {
            shouldDirty: true,
            shouldValidate: next !== null,
          })
        },
      })}
    </Field>
  )
}

/** The kinds of follow-up as the address keeps them. */
const typeTexts = typeOptions.map(({ value, label }) => ({ value: String(value), label }))

/** The chosen kinds as the calls ask for them; what is no kind is left out. */
export const chosenTypes = (types: readonly string[]) =>
  types.map(Number).filter((each): each is 1 => each >= 1 && each <= typeOptions.length)

interface Chosen<T> {
  value: T
  onChange: (next: T) => void
}

export const TypeFilter = (props: Chosen<string[]>) => (
  <MultiSelect label="类型" placeholder="类型" width={140} options={typeTexts} {...props} />
)

export const PersonFilter = ({
  label,
  people,
  ...props
}: Chosen<string | null> & { label: string; people: readonly { id: string; name: string }[] | undefined }) => (
  <Select
    label={label}
    placeholder={label}
    width={128}
    clearable
    searchable
    options={(people ?? []).map(({ id, name }) => ({ value: id, label: name }))}
    {...props}
  />
)

export const FindPatient = (props: Chosen<string>) => (
  <SearchField aria-label="查找患者" placeholder="姓名、手机、病历号" maxLength={50} boxClassName={s.find} {...props} />
)

/**
 * Where the open follow-up stands among those listed, and the ways to its neighbours.
 * @returns `at` -1 when it is not among them
 */
export function placeIn(
  found: { data?: { list: readonly FollowRow[]; total: number } | undefined },
  url: { follow: string | null; page: number; size: number },
  show: (id: string) => void,
) {
  const rows = found.data?.list
  const at = rows?.findIndex((row) => row.id === url.follow) ?? -1
  const step = (by: 1 | -1) => {
    const to = rows?.[at + by]
    return at >= 0 && to ? () => show(to.id) : undefined
  }
  return {
    at,
    next: step(1),
    previous: step(-1),
    /** What the pane beside the list says of it. */
    pane: {
      onNext: step(1),
      onPrevious: step(-1),
      ...(at >= 0 && found.data ? { index: (url.page - 1) * url.size + at + 1, total: found.data.total } : {}),
    },
  }
}
