import type { PlanDetail } from '@dentin/contract/treatment-plan'
import { useState } from 'react'
import { differences } from '../../lib/conflict.ts'
import { newRequestId, type ApiError } from '../../lib/client.ts'
import { ConflictDialog, Select } from '../../ui/heavy.ts'
import { Button, ErrorLine, Field, NumberField, TextField, toast, useLeaveGuard } from '../../ui/index.ts'
import {
  copied,
  draftOf,
  newOption,
  partLabel,
  partWords,
  planParts,
  sentOf,
  withParts,
  type DraftOption,
  type PlanDraft,
} from './draft.ts'
import { readPlan, useSavePlan, useStaffChoice } from './hooks.ts'
import { OptionEditor } from './OptionEditor.tsx'
import { discountWords } from './words.ts'
import s from './treatment-plan.module.css'

const NUMBERS = ['一', '二', '三', '四', '五'] as const

interface Props {
  patientId: string
  recordId: string | null
  /** null: a new plan. */
  plan: Pick<PlanDetail, 'id' | 'version' | 'discountLimit'> | null
  begin: PlanDraft
  onDone: (id: string | null) => void
}

/** Writes a plan: what it is about, whose it is, and its options side by side. */
export function PlanEditor({ patientId, recordId, plan, begin, onDone }: Props) {
  // As the form was opened: what somebody else saves meanwhile must not pass for what this person has read.
  const [opened, setOpened] = useState({ version: plan?.version ?? 0, draft: begin })
  const [draft, setDraft] = useState(begin)
  const [conflict, setConflict] = useState<{ now: PlanDetail; changedBy: string } | null>(null)
  const [request] = useState(newRequestId)
  const staff = useStaffChoice().data
  const save = useSavePlan()
  const dirty = draft !== opened.draft && !save.isSuccess
  useLeaveGuard(dirty)
  const problems = new Map((save.error?.fields ?? []).map(({ field, message }) => [field, message]))
  const ofOption = (at: number) =>
    new Map(
      [...problems].flatMap(([field, message]) =>
        field.startsWith(`options.${at}.`) ? [[field.slice(`options.${at}.`.length), message] as const] : [],
      ),
    )
  const set = (part: Partial<PlanDraft>) => setDraft((now) => ({ ...now, ...part }))
  const setOption = (at: number, option: DraftOption) =>
    set({ options: draft.options.map((each, n) => (n === at ? option : each)) })
  const nameOf = (at: number) => `方案${NUMBERS[at] ?? at + 1}`
  const doctors = (staff?.doctors ?? []).map(({ id, name }) => ({ value: id, label: name }))
  const staffName = (id: string) =>
    [...(staff?.doctors ?? []), ...(staff?.consultants ?? [])].find((each) => each.id === id)?.name ?? ''
  const compare = async (id: string, error: ApiError) => {
    const now = await readPlan(id).catch(() => null)
    if (now?.can.edit) setConflict({ now, changedBy: (error.data as { changedBy?: string } | null)?.changedBy ?? '' })
  }
  const submit = (written = draft, version = opened.version) =>
    save.mutate(
      {
        requestId: plan ? newRequestId() : request,
        id: plan?.id ?? null,
        ...(plan ? { version } : {}),
        patientId,
        recordId,
        doctorId: written.doctorId ?? '',
        ...sentOf(written),
      },
      {
        onSuccess: ({ id }) => {
          toast.success('更新成功')
          onDone(id)
        },
        onError: (error) => void (plan && error.isConflict && compare(plan.id, error)),
      },
    )
  return (
    <form
      className={s.editor}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <div className={s.head}>
        <Field label="标题" required error={problems.get('title')}>
          <TextField
            value={draft.title}
            maxLength={60}
            placeholder="如：36、46 缺损修复"
            onChange={({ target }) => set({ title: target.value })}
          />
        </Field>
        <Field label="医生" required error={problems.get('doctorId')}>
          <Select options={doctors} value={draft.doctorId} onChange={(doctorId) => set({ doctorId })} />
        </Field>
        <Field label="咨询师" error={problems.get('consultantId')}>
          <Select
            options={(staff?.consultants ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            value={draft.consultantId}
            clearable
            placeholder="无"
            onChange={(consultantId) => set({ consultantId })}
          />
        </Field>
        <Field
          label="整单折扣（%）"
          error={problems.get('discountPercent')}
          help={draft.discountPercent < 100 ? discountWords(draft.discountPercent) : '100 为不打折'}
        >
          <NumberField
            value={draft.discountPercent}
            min={0}
            max={100}
            onChange={(percent) => set({ discountPercent: percent ?? 100 })}
          />
        </Field>
        {draft.discountPercent < 100 && (
          <Field label="优惠原因" error={problems.get('discountReason')}>
            <TextField
              value={draft.discountReason}
              maxLength={50}
              onChange={({ target }) => set({ discountReason: target.value })}
            />
          </Field>
        )}
      </div>
      <div className={s.options}>
        {draft.options.map((option, at) => (
          <OptionEditor
            key={option.key}
            option={option}
            number={at + 1}
            percent={draft.discountPercent}
            doctors={doctors}
            problems={ofOption(at)}
            onChange={(next) => setOption(at, next)}
            onCopy={() =>
              draft.options.length < NUMBERS.length &&
              set({ options: [...draft.options, copied(option, nameOf(draft.options.length))] })
            }
            onRemove={
              draft.options.length > 1 ? () => set({ options: draft.options.filter((_, n) => n !== at) }) : undefined
            }
          />
        ))}
      </div>
      {save.error && problems.size === 0 && <ErrorLine>{save.error.message}</ErrorLine>}
      {save.error && problems.size > 0 && (
        <ErrorLine>{save.error.fields?.[0]?.message ?? save.error.message}</ErrorLine>
      )}
      <footer className={s.foot}>
        <Button
          icon="plus"
          disabled={draft.options.length >= NUMBERS.length}
          onClick={() => set({ options: [...draft.options, newOption(nameOf(draft.options.length))] })}
        >
          加方案
        </Button>
        <span className={s.space} />
        <Button onClick={() => onDone(null)}>取消</Button>
        <Button type="submit" variant="primary" busy={save.isPending}>
          保存
        </Button>
      </footer>
      {conflict && (
        <ConflictDialog
          what="这份计划"
          differences={differences(
            Object.keys(planParts(draft)),
            planParts(opened.draft),
            planParts(draft),
            planParts(draftOf(conflict.now)),
          )}
          changedBy={conflict.changedBy}
          labelOf={partLabel}
          wordsOf={(field, value) => partWords(field, value, staffName)}
          busy={save.isPending}
          onClose={() => setConflict(null)}
          onKeep={(kept) => {
            const theirs = draftOf(conflict.now)
            const next = withParts(theirs, kept)
            setOpened({ version: conflict.now.version, draft: theirs })
            setDraft(next)
            setConflict(null)
            submit(next, conflict.now.version)
          }}
        />
      )}
    </form>
  )
}
