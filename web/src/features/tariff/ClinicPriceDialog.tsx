import { clinicTariffCalls } from '@dentin/contract/clinic-tariffs'
import { priceText } from '@dentin/kit/money'
import { useCallForm } from '../../lib/form.ts'
import { presentDay } from '../../lib/present.ts'
import { DatePicker, FormDialog, OptionalMoney, Picked } from '../../ui/heavy.ts'
import { Switch, TextButton, toast } from '../../ui/index.ts'
import { useSaveClinicPrice, type ClinicPrice } from './hooks.ts'
import { PriceHistory } from './PriceHistory.tsx'
import p from './tariff.module.css'
import { bordersText } from './words.ts'

/** What an item costs in this clinic, from which day on, and whether it is offered. */
export function ClinicPriceDialog({ row, onClose }: { row: ClinicPrice; onClose: () => void }) {
  const save = useSaveClinicPrice()
  const form = useCallForm(clinicTariffCalls.saveClinicTariff, {
    defaultValues: { tariffId: row.id, version: row.version, price: row.price, enabled: row.enabled, from: null },
  })
  const submit = form.save(save.mutateAsync, () => {
    toast.success('更新成功')
    onClose()
  })
  const borders = bordersText(row)
  return (
    <FormDialog
      title={`本店的${row.name}`}
      width={520}
      form={form}
      onClose={onClose}
      onSubmit={submit}
      submitText="保存"
    >
      <Picked form={form} name="enabled" label="开展" group help="不开展的不能再开单，开过的不变">
        {(field) => (
          <Switch checked={field.value ?? true} onChange={field.onChange}>
            本店开展
          </Switch>
        )}
      </Picked>
      <div className={p.pair}>
        <Picked form={form} name="price" label="本店价" help={`${borders && `可调 ${borders}；`}不填随总部`}>
          {(field) => <OptionalMoney field={field} placeholder={row.companyPrice} />}
        </Picked>
        <Picked form={form} name="from" label="从哪天起" help="不选为今天；已开的单不变">
          {(field) => <DatePicker clearable {...field} min={presentDay()} placeholder="今天" />}
        </Picked>
      </div>
      {row.price !== null && (
        <TextButton icon="undo" onClick={() => form.setValue('price', null, { shouldDirty: true })}>
          恢复总部价 {priceText(row.companyPrice)}
        </TextButton>
      )}
      <PriceHistory id={row.id} />
    </FormDialog>
  )
}
