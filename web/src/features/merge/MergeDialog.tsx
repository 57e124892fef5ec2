import { merge, type ManualField, type MergeField, mergeErrors } from '@dentin/contract/merge'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useCallForm } from '../../lib/form.ts'
import { Dialog, FormDialog } from '../../ui/heavy.ts'
import {
  Avatar,
  Button,
  cx,
  ErrorLine,
  Field,
  Money,
  Notice,
  SkeletonRows,
  Tag,
  TextButton,
  TextField,
  toast,
} from '../../ui/index.ts'
import { useMerge, usePreview, type Preview } from './hooks.ts'
import { ageYears, genderAge } from '../../domain/person.ts'
import { visitsOf } from './words.ts'
import s from './merge.module.css'
import { type Choice, FieldRow } from './MergeFieldRow.tsx'

export interface MergeDialogProps {
  /** The file that is kept at first, and the other one; they can be changed over. */
  first: string
  second: string
  fileTo: (id: string) => string
  onClose: () => void
}

const WIDTH = 820

/** Two files side by side: which one stays, what becomes of each field, and what the merge moves. */
export function MergeDialog({ first, second, fileTo, onClose }: MergeDialogProps) {
  const [swapped, setSwapped] = useState(false)
  const [keepId, removeId] = swapped ? [second, first] : [first, second]
  const preview = usePreview(keepId, removeId)
  if (!preview.data)
    return (
      <Dialog open width={WIDTH} title="合并档案" onClose={onClose}>
        {preview.error ? (
          <ErrorLine onRetry={() => void preview.refetch()} retrying={preview.isFetching}>
            两份档案没有读到：{preview.error.message}
          </ErrorLine>
        ) : (
          <SkeletonRows rows={8} height={36} />
        )}
      </Dialog>
    )
  return (
    <MergeForm
      key={keepId}
      preview={preview.data}
      fileTo={fileTo}
      onSwap={() => setSwapped((now) => !now)}
      onStale={() => void preview.refetch()}
      onClose={onClose}
    />
  )
}

function MergeForm({
  preview,
  fileTo,
  onSwap,
  onStale,
  onClose,
}: {
  preview: Preview
  fileTo: (id: string) => string
  onSwap: () => void
  onStale: () => void
  onClose: () => void
}) {
  const { keep, remove, fields, counts, obstacles, doubles } = preview
  const [all, setAll] = useState(false)
  const form = useCallForm(merge.merge, {
    defaultValues: {
      keepId: keep.id,
      keepVersion: keep.version,
      removeId: remove.id,
      removeVersion: remove.version,
      // What differs stays as the kept file says, until somebody decides otherwise.
      fieldChoices: Object.fromEntries(fields.flatMap(({ field, how }) => (how === 'choose' ? [[field, 'keep']] : []))),
      manual: {},
      reason: '同一人重复建档',
    },
  })
  const send = useMerge()
  const navigate = useNavigate()
  const submit = form.save(
    send.mutateAsync,
    ({ moved }) => {
      const what = moved.map(({ kind, count }) => `${kind} ${count}`).join('、')
      // Long enough to be read: what went where, and the way back.
      toast.success(`已合并${what ? `，并入${what}` : ''}；30 天内可撤销`, {
        action: { label: '合并记录', onClick: () => void navigate('/duplicate?view=history') },
      })
      onClose()
    },
    {
      explain: (error) => {
        // Somebody changed one of the files: what is shown is read again, what was chosen stays.
        if (error.is(mergeErrors.MERGE_CHANGED, mergeErrors.MERGE_UNDER_WAY)) onStale()
        return undefined
      },
    },
  )
  const choices = form.watch('fieldChoices') ?? {}
  const choose = (field: MergeField, to: Choice) =>
    form.setValue(`fieldChoices.${field}`, to, { shouldDirty: true, shouldValidate: false })
  const differing = fields.filter(({ how }) => how !== 'same')
  const rest = fields.filter(({ how, keep: said }) => how === 'same' && said !== null)
  return (
    <FormDialog
      form={form}
      sticky
      width={WIDTH}
      title="合并档案"
      onClose={onClose}
      onSubmit={submit}
      submitText="合并"
      submitDisabled={obstacles.length > 0}
      footStart={<span className="t-12 secondary">合并后 30 天内可以撤销</span>}
    >
      {obstacles.map((each) => (
        <Notice key={each} tone="danger" icon="alert-circle">
          {each}
        </Notice>
      ))}
      <div className={s.sides}>
        <SideHead side={keep} part="保留" to={fileTo(keep.id)} />
        <Button size="sm" icon="refresh" onClick={onSwap}>
          互换
        </Button>
        <SideHead side={remove} part="并入" to={fileTo(remove.id)} />
      </div>
      <section aria-label="并入的记录" className={s.counts}>
        {counts.map(({ kind, keep: here, remove: there }) => (
          <span key={kind} className={s.count}>
            <span className="secondary">{kind}</span>
            <b className="num">{here}</b>
            {there > 0 && <span className={cx('num', 'brand')}>+{there}</span>}
          </span>
        ))}
        {keep.arrearsAmount !== null && (Number(keep.arrearsAmount) > 0 || Number(remove.arrearsAmount) > 0) && (
          <span className={s.count}>
            <span className="secondary">欠费</span>
            <Money yuan={keep.arrearsAmount} as="debt" />
            {Number(remove.arrearsAmount) > 0 && (
              <span className="danger">
                +<Money yuan={remove.arrearsAmount} as="debt" />
              </span>
            )}
          </span>
        )}
      </section>
      {doubles.map((each) => (
        <Notice key={each} tone="wait" icon="calendar">
          {each}。合并后都保留，请与患者确认。
        </Notice>
      ))}
      {differing.length === 0 ? (
        <p className="t-13 secondary">两份档案的资料没有不同。</p>
      ) : (
        <div className={s.fields} role="table" aria-label="资料对照">
          <div className={cx(s.fieldRow, s.fieldHead)} role="row">
            <span role="columnheader">项目</span>
            <span role="columnheader">保留方</span>
            <span role="columnheader">并入方</span>
          </div>
          {differing.map((each) => (
            <FieldRow
              key={each.field}
              row={each}
              choice={choices[each.field] ?? null}
              onChoose={(to) => choose(each.field, to)}
              error={form.errorOf(`fieldChoices.${each.field}`) ?? form.errorOf(`manual.${each.field}`)}
              typed={form.watch(`manual.${each.field as ManualField}`) ?? ''}
              onType={(text) => form.setValue(`manual.${each.field as ManualField}`, text, { shouldDirty: true })}
            />
          ))}
        </div>
      )}
      {rest.length > 0 && (
        <div>
          <TextButton tone="quiet" onClick={() => setAll((now) => !now)} aria-expanded={all}>
            {all ? '收起' : `另有 ${rest.length} 项不变`}
          </TextButton>
          {all && (
            <dl className={s.rest}>
              {rest.map(({ field, label, keep: said }) => (
                <div key={field}>
                  <dt>{label}</dt>
                  <dd>{said}</dd>
                </div>
              ))}
            </dl>
          )}
        </div>
      )}
      <Field label="合并原因" required error={form.errorOf('reason')}>
        <TextField maxLength={200} {...form.register('reason')} />
      </Field>
    </FormDialog>
  )
}

function SideHead({ side, part, to }: { side: Preview['keep']; part: '保留' | '并入'; to: string }) {
  return (
    <section className={cx(s.side, part === '保留' && s.sideKept)} aria-label={`${part}的档案`}>
      <div className={s.fileLine}>
        <Avatar gender={side.gender} age={ageYears(side.birthDay)} size={32} />
        <b className="t-16">{side.name}</b>
        <span className="t-12 secondary">{genderAge(side)}</span>
        <Tag tone={part === '保留' ? 'brand' : 'muted'}>{part}</Tag>
      </div>
      <div className={cx(s.fileLine, 't-12', 'secondary')}>
        <Link to={to} target="_blank" className="num">
          {side.medicalNumber}
        </Link>
        <span>
          {side.createdAt.slice(0, 10)} {side.homeClinicName}
          {side.createdName && ` ${side.createdName}`}建档
        </span>
        <span>{visitsOf(side)}</span>
      </div>
    </section>
  )
}
