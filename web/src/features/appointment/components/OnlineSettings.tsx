import { booking } from '@dentin/contract/booking'
import type { WireOutput } from '@dentin/contract'
import { useCallForm } from '../../../lib/form.ts'
import { useCan } from '../../../lib/permission.ts'
import { useSend } from '../../../lib/query.ts'
import {
  Button,
  Checkbox,
  copyText,
  ErrorLine,
  LinkButton,
  Notice,
  NumberField,
  QrCode,
  Switch,
  Tag,
  TextButton,
  toast,
} from '../../../ui/index.ts'
import { Picked } from '../../../ui/heavy.ts'
import s from './online.module.css'

type Settings = WireOutput<typeof booking.settings>

export function PageSettings({ settings }: { settings: Settings }) {
  const may = useCan()
  const save = useSend(booking.saveSettings, { refresh: [booking.settings] })
  const { code, itemCount, doctorCount, ...values } = settings
  const form = useCallForm(booking.saveSettings, { defaultValues: values })
  const maySet = may('/myAppointmentNetwork:set')
  const submit = form.save(save.mutateAsync, () => toast.success('修改成功'))
  const address = code ? `${window.location.origin}/book?c=${code}` : null
  const figure = (
    name: 'daysAhead' | 'leadHours' | 'slotLimit' | 'patientLimit' | 'holdMinutes',
    label: string,
    unit: string,
    help?: string,
  ) => (
    <Picked form={form} name={name} label={label} {...(help ? { help } : {})}>
      {(field) => <NumberField {...field} value={field.value as number | null} unit={unit} disabled={!maySet} />}
    </Picked>
  )
  return (
    <div className={s.panel}>
      <h2 className={s.title}>
        预约页 <Tag tone={settings.open ? 'done' : 'muted'}>{settings.open ? '已开放' : '未开放'}</Tag>
      </h2>
      {address && (
        <div className={s.qr}>
          <QrCode text={address} label="扫码打开门诊的预约页" size={168} dimmed={!settings.open} />
          <span className={s.link}>{address}</span>
          <span className={s.actions}>
            <TextButton icon="copy" onClick={() => void copyText(address ?? '', '链接')}>
              复制链接
            </TextButton>
            <LinkButton variant="text" size="sm" icon="external" to={`/book?c=${code}`} target="_blank">
              打开
            </LinkButton>
          </span>
        </div>
      )}
      {settings.open && (itemCount === 0 || doctorCount === 0) && (
        <Notice tone="wait" icon="alert">
          {itemCount === 0 ? '没有允许网上预约的预约项目' : '没有开放网上预约的医生'}，患者现在约不到
        </Notice>
      )}
      <p className="secondary t-13">
        开放 {itemCount} 个项目、{doctorCount} 位医生；可约时间按已发布的排班算。
      </p>
      <form className={s.form} onSubmit={(event) => void submit(event)} noValidate>
        <Switch
          checked={form.watch('open')}
          disabled={!maySet}
          onChange={(open) => form.setValue('open', open, { shouldDirty: true })}
        >
          开放网上预约
        </Switch>
        {figure('daysAhead', '可约天数', '天')}
        {figure('leadHours', '最晚提前', '小时', '之后患者不能自己约、改、取消')}
        {figure('slotLimit', '每时段限号', '个', '每位医生每个上午、下午、晚间')}
        {figure('patientLimit', '同一手机号并行上限', '个')}
        {figure('holdMinutes', '候补保留', '分钟')}
        <Checkbox
          checked={form.watch('needsReview')}
          disabled={!maySet}
          onChange={(event) => form.setValue('needsReview', event.target.checked, { shouldDirty: true })}
        >
          需要门诊审核
        </Checkbox>
        {form.failure && <ErrorLine>{form.failure}</ErrorLine>}
        {maySet && (
          <Button type="submit" variant="primary" busy={form.sending} disabled={!form.formState.isDirty}>
            保存
          </Button>
        )}
      </form>
    </div>
  )
}
