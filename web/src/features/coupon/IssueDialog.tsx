import { coupon } from '@dentin/contract/coupon'
import { patient } from '@dentin/contract/patient'
import type { ReactNode } from 'react'
import { useCallForm } from '../../lib/form.ts'
import { useCall } from '../../lib/query.ts'
import { FormDialog, Picked, Select } from '../../ui/heavy.ts'
import { Field, NumberField, Segmented, TextField, toast } from '../../ui/index.ts'
import { useState } from 'react'
import { useCouponSend, type Coupon } from './hooks.ts'
import { thresholdWords, worthWords } from './words.ts'

const typeLabel = (type: { name: string; rules: Coupon['rules']; left: number | null; until: string }) =>
  `${type.name}　${worthWords(type.rules)}　${thresholdWords(type.rules.threshold)}${type.left === null ? '' : `　剩 ${type.left} 张`}`

/** Which coupon and how many: the fields that both ways of giving have. */
function useTypes() {
  return (useCall(coupon.forIssue, {}, { staleTime: 10_000 }).data ?? []).map((type) => ({
    value: type.id,
    label: typeLabel(type),
  }))
}

/** Gives coupons to one patient. */
export function IssueDialog({ patientId, onClose }: { patientId: string; onClose: () => void }) {
  const types = useTypes()
  const form = useCallForm(coupon.issue, { defaultValues: { typeId: '', patientIds: [patientId], qty: 1, remark: '' } })
  const send = useCouponSend(coupon.issue)
  const submit = form.save(send.mutateAsync, () => {
    toast.success('已发券')
    onClose()
  })
  return (
    <FormDialog title="发券" form={form} submitText="发券" onClose={onClose} onSubmit={submit}>
      <IssueFields form={form as never} types={types} />
    </FormDialog>
  )
}

type Ask = 'group' | 'tag' | 'patients'

/** Gives coupons to one who is chosen, or to everybody of a group or with a tag. */
export function IssueManyDialog({
  onClose,
  renderPicker,
}: {
  onClose: () => void
  renderPicker: (onPick: (patientId: string | null) => void) => ReactNode
}) {
  const [ask, setAsk] = useState<Ask>('patients')
  return ask === 'patients' ? (
    <ToOne ask={ask} onAsk={setAsk} onClose={onClose} renderPicker={renderPicker} />
  ) : (
    <ToMany key={ask} ask={ask} onAsk={setAsk} onClose={onClose} />
  )
}

const Whom = ({ ask, onAsk }: { ask: Ask; onAsk: (ask: Ask) => void }) => (
  <Field label="发给" group>
    <Segmented
      label="发给"
      value={ask}
      onChange={onAsk}
      options={[
        { value: 'patients', label: '一位患者' },
        { value: 'group', label: '一个分组' },
        { value: 'tag', label: '一个标签' },
      ]}
    />
  </Field>
)

interface ToProps {
  ask: Ask
  onAsk: (ask: Ask) => void
  onClose: () => void
}

function ToOne({
  ask,
  onAsk,
  onClose,
  renderPicker,
}: ToProps & { renderPicker: (onPick: (patientId: string | null) => void) => ReactNode }) {
  const types = useTypes()
  const form = useCallForm(coupon.issue, {
    defaultValues: { typeId: '', patientIds: [] as string[], qty: 1, remark: '' },
  })
  const send = useCouponSend(coupon.issue)
  const submit = form.save(send.mutateAsync, () => {
    toast.success('已发券')
    onClose()
  })
  return (
    <FormDialog title="发券" form={form} submitText="发券" onClose={onClose} onSubmit={submit}>
      <Whom ask={ask} onAsk={onAsk} />
      <Field label="患者" required group error={form.errorOf('patientIds')}>
        {renderPicker((id) => form.setValue('patientIds', (id ? [id] : []) as never, { shouldDirty: true }))}
      </Field>
      <IssueFields form={form as never} types={types} />
    </FormDialog>
  )
}

function ToMany({ ask, onAsk, onClose }: ToProps) {
  const types = useTypes()
  const groups = useCall(patient.groupList, { counts: '0' }, { enabled: ask === 'group' }).data ?? []
  const tags = useCall(patient.tags, {}, { enabled: ask === 'tag' }).data ?? []
  const form = useCallForm(coupon.issueMany, {
    defaultValues: { typeId: '', groupId: null as string | null, tag: '', qty: 1, remark: '' },
  })
  const send = useCouponSend(coupon.issueMany)
  const submit = form.save(send.mutateAsync, (done) => {
    toast.success(`已发 ${done.count} 张`)
    onClose()
  })
  return (
    <FormDialog title="发券" form={form} submitText="发券" onClose={onClose} onSubmit={submit}>
      <Whom ask={ask} onAsk={onAsk} />
      {ask === 'group' ? (
        <Picked form={form} name="groupId" label="分组" required help="只发给您看得到的正常档案，一次最多 2000 位">
          {(field) => (
            <Select
              searchable
              placeholder="选择分组"
              options={groups.map(({ id, name }) => ({ value: id, label: name }))}
              {...field}
            />
          )}
        </Picked>
      ) : (
        <Picked form={form} name="tag" label="标签" required help="只发给您看得到的正常档案，一次最多 2000 位">
          {(field) => (
            <Select
              searchable
              placeholder="选择标签"
              options={tags.map(({ name, used }) => ({ value: name, label: `${name}　${used} 位` }))}
              value={(field.value as string) || null}
              onChange={(value) => field.onChange(value ?? '')}
            />
          )}
        </Picked>
      )}
      <IssueFields form={form as never} types={types} />
    </FormDialog>
  )
}

function IssueFields({
  form,
  types,
}: {
  form: ReturnType<typeof useCallForm<typeof coupon.issue>>
  types: { value: string; label: string }[]
}) {
  return (
    <>
      <Picked form={form} name="typeId" label="优惠券" required>
        {(field) => (
          <Select
            searchable
            placeholder={types.length === 0 ? '没有可以发的优惠券' : '选择优惠券'}
            options={types}
            {...field}
          />
        )}
      </Picked>
      <Picked form={form} name="qty" label="每位">
        {(field) => (
          <NumberField
            unit="张"
            min={1}
            max={10}
            value={field.value as number | null}
            onChange={(qty) => field.onChange(qty)}
          />
        )}
      </Picked>
      <Field label="备注" error={form.errorOf('remark')}>
        <TextField maxLength={50} {...form.register('remark')} />
      </Field>
    </>
  )
}

/** Takes a coupon back that nobody has used. */
export function VoidDialog({ coupon: row, onClose }: { coupon: Coupon; onClose: () => void }) {
  const form = useCallForm(coupon.void, { defaultValues: { id: row.id, version: row.version, reason: '' } })
  const send = useCouponSend(coupon.void)
  const submit = form.save(send.mutateAsync, () => {
    toast.success('已作废')
    onClose()
  })
  return (
    <FormDialog title={`作废「${row.name}」`} form={form} submitText="作废" danger onClose={onClose} onSubmit={submit}>
      <Field label="作废原因" required error={form.errorOf('reason')}>
        <TextField autoFocus maxLength={50} {...form.register('reason')} />
      </Field>
    </FormDialog>
  )
}
