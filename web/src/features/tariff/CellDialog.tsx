import { clinicTariffCalls } from '@dentin/contract/clinic-tariffs'
import { priceText } from '@dentin/kit/money'
import { useCallForm } from '../../lib/form.ts'
import { presentDay } from '../../lib/present.ts'
import { DatePicker, FormDialog, OptionalMoney, Picked } from '../../ui/heavy.ts'
import { Switch, toast } from '../../ui/index.ts'
import { useSetCell, type MatrixCell, type MatrixRow } from './hooks.ts'
import { PriceHistory } from './PriceHistory.tsx'
import p from './tariff.module.css'

/** What one clinic charges for one item, as the head office sets it. */
export function CellDialog({
  row,
  clinic,
  cell,
  onClose,
}: {
  row: MatrixRow
  clinic: { id: string; name: string }
  cell: MatrixCell | undefined
  onClose: () => void
}) {
  const save = useSetCell()
  const form = useCallForm(clinicTariffCalls.setClinicTariff, {
    defaultValues: {
      clinicId: clinic.id,
      tariffId: row.id,
      version: cell?.version ?? null,
      price: cell?.price ?? null,
      enabled: cell?.enabled ?? true,
      from: null,
      priceMin: cell?.priceMin ?? null,
      priceMax: cell?.priceMax ?? null,
    },
  })
  const submit = form.save(save.mutateAsync, () => {
    toast.success('更新成功')
    onClose()
  })
  return (
    <FormDialog
      title={`${clinic.name}的${row.name}`}
      width={520}
      form={form}
      onClose={onClose}
      onSubmit={submit}
      submitText="保存"
    >
      <Picked form={form} name="enabled" label="开展" group>
        {(field) => (
          <Switch checked={field.value ?? true} onChange={field.onChange}>
            这家门诊开展
          </Switch>
        )}
      </Picked>
      <div className={p.pair}>
        <Picked form={form} name="price" label="门诊价" help={`不填随总部：${priceText(row.companyPrice)}`}>
          {(field) => <OptionalMoney field={field} placeholder={row.companyPrice} />}
        </Picked>
        <Picked form={form} name="from" label="从哪天起" help="不选为今天">
          {(field) => <DatePicker clearable {...field} min={presentDay()} placeholder="今天" />}
        </Picked>
        <Picked form={form} name="priceMin" label="这家的下限" help="不填按项目的区间">
          {(field) => <OptionalMoney field={field} placeholder={row.priceMin ?? '不限'} />}
        </Picked>
        <Picked form={form} name="priceMax" label="这家的上限">
          {(field) => <OptionalMoney field={field} placeholder={row.priceMax ?? '不限'} />}
        </Picked>
      </div>
      <PriceHistory id={row.id} clinic={clinic.name} />
    </FormDialog>
  )
}
