import { PERCENT, clinicTariffCalls } from '@dentin/contract/clinic-tariffs'
import { useCallForm } from '../../lib/form.ts'
import { presentDay } from '../../lib/present.ts'
import { DatePicker, FormDialog, MultiSelect, Picked } from '../../ui/heavy.ts'
import { NumberField, TextButton, toast } from '../../ui/index.ts'
import { useHandDown, type Matrix } from './hooks.ts'
import p from './tariff.module.css'

/** Gives chosen clinics the head office's prices of chosen items, from a day on. */
export function HandDownDialog({
  tariffIds,
  clinics,
  onDone,
  onClose,
}: {
  tariffIds: string[]
  clinics: Matrix['clinics']
  onDone: () => void
  onClose: () => void
}) {
  const handDown = useHandDown()
  const form = useCallForm(clinicTariffCalls.handDownTariffs, {
    defaultValues: { tariffIds, clinicIds: [], from: null, percent: 100, below: null, above: null },
  })
  const submit = form.save(handDown.mutateAsync, ({ items, clinics: count }, { from }) => {
    toast.success(`已把 ${items} 项下发到 ${count} 家门诊${from && from > presentDay() ? `，${from} 起生效` : ''}`)
    onDone()
  })
  const percent = form.watch('percent') ?? 100
  return (
    <FormDialog
      title={`下发 ${tariffIds.length} 项的总部价`}
      width={560}
      form={form}
      onClose={onClose}
      onSubmit={submit}
      submitText="下发"
    >
      <Picked form={form} name="clinicIds" label="门诊" required>
        {(field) => (
          <MultiSelect
            placeholder="选择门诊"
            options={clinics.map(({ id, name, deviating }) => ({
              value: id,
              label: name,
              hint: deviating > 0 ? `${deviating} 项不同` : '',
            }))}
            value={field.value ?? []}
            onChange={field.onChange}
            onBlur={field.onBlur}
            footer={
              <TextButton
                onClick={() =>
                  form.setValue(
                    'clinicIds',
                    clinics.map(({ id }) => id),
                  )
                }
              >
                全部门诊
              </TextButton>
            }
          />
        )}
      </Picked>
      <div className={p.pair}>
        <Picked form={form} name="from" label="从哪天起" help="不选为今天；已开的单不变">
          {(field) => <DatePicker clearable {...field} min={presentDay()} placeholder="今天" />}
        </Picked>
        <Picked
          form={form}
          name="percent"
          label="按总部价的"
          help={percent === 100 ? '随总部：以后总部调价也跟着变' : '四舍五入到元，以后不随总部变'}
        >
          {(field) => (
            <NumberField {...field} value={field.value ?? null} min={PERCENT.least} max={PERCENT.most} unit="%" />
          )}
        </Picked>
        <Picked form={form} name="below" label="门诊可下浮" help="不填不改可调区间">
          {(field) => (
            <NumberField {...field} value={field.value ?? null} min={0} max={100} unit="%" placeholder="不改" />
          )}
        </Picked>
        <Picked form={form} name="above" label="门诊可上浮" help="只对选定的门诊">
          {(field) => (
            <NumberField {...field} value={field.value ?? null} min={0} max={100} unit="%" placeholder="不改" />
          )}
        </Picked>
      </div>
    </FormDialog>
  )
}
