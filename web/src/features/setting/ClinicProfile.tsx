import { clinic } from '@dentin/contract/clinic'
import type { WireOutput } from '@dentin/contract/core/call'
import { MOST_PREMISES } from '@dentin/contract/settings'
import { useCallForm } from '../../lib/form.ts'
import { can } from '../../lib/permission.ts'
import { usePicture } from '../../lib/pictures.ts'
import { useUnsavedDraft } from '../../lib/use-draft.ts'
import { Picked, PictureSlot, PictureSlots } from '../../ui/heavy.ts'
import {
  Button,
  ErrorLine,
  Field,
  FormSection,
  NumberField,
  PictureTile,
  SkeletonRows,
  Switch,
  TextArea,
  TextField,
  toast,
} from '../../ui/index.ts'
import { HoursField } from './HoursField.tsx'
import { useProfile, useSaveProfile } from './hooks.ts'
import s from './setting.module.css'

type Profile = WireOutput<typeof clinic.clinicProfile>

/** How the present clinic presents itself. */
export function ClinicProfile() {
  const found = useProfile()
  if (found.error) return <ErrorLine onRetry={() => void found.refetch()}>{found.error.message}</ErrorLine>
  if (!found.data) return <SkeletonRows rows={6} />
  return <ProfileForm key={found.data.version} profile={found.data} />
}

const degrees = [
  { name: 'longitude', label: '经度', min: 73, max: 136 },
  { name: 'latitude', label: '纬度', min: 3, max: 54 },
] as const

const licenceText = (licence: Profile['licence']): string => {
  if (!licence?.permitNo) return '还没有登记'
  const until = licence.permitExpire ? `有效期至 ${licence.permitExpire}` : '长期有效'
  return [licence.permitNo, until, { 3: '变更审核中', 4: '已到期' }[licence.status]].filter(Boolean).join(' · ')
}
const leaderHelp = (licence: Profile['licence']) =>
  licence?.principal ? `不填为许可上的主要负责人：${licence.principal}` : undefined

/** A picture for whoever may only look. */
function Shown({ id, label }: { id: string | null; label: string }) {
  const { src, failed } = usePicture(id)
  return <PictureTile label={label} src={src} state={!id ? 'empty' : failed ? 'failed' : src ? 'ready' : 'loading'} />
}

/** The pictures of the premises in their order, and a place for one more. */
function Premises({
  value,
  onChange,
  mayEdit,
}: {
  value: string[]
  onChange: (ids: string[]) => void
  mayEdit: boolean
}) {
  const label = (n: number) => `环境图 ${n + 1}`
  if (!mayEdit) {
    return (
      <div className={s.pictures}>
        {value.length === 0 ? (
          <Shown id={null} label="环境图" />
        ) : (
          value.map((id, n) => <Shown key={id} id={id} label={label(n)} />)
        )}
      </div>
    )
  }
  return (
    <PictureSlots label="环境图" value={value} most={MOST_PREMISES} onChange={(change) => onChange(change(value))} />
  )
}

function ProfileForm({ profile }: { profile: Profile }) {
  const save = useSaveProfile()
  const mayEdit = can('/outpatientServiceInfo:edit')
  const { name, licence, ...rest } = profile
  const form = useCallForm(clinic.saveClinicProfile, { defaultValues: rest })
  const submit = form.save(save.mutateAsync, () => toast.success('更新成功'))
  useUnsavedDraft(
    form.formState.isDirty
      ? { name: '门诊信息', save: async () => void (await submit()), discard: () => form.reset() }
      : null,
  )
  return (
    <form className={s.form} onSubmit={(event) => void submit(event)} noValidate>
      <fieldset disabled={!mayEdit}>
        <FormSection title="基本信息" columns={2}>
          <Field label="门诊名称" help="随机构资质变更">
            <TextField value={name} readOnly disabled />
          </Field>
          <Field label="简称" required error={form.errorOf('shortName')}>
            <TextField maxLength={20} {...form.register('shortName')} />
          </Field>
          <Field label="电话" required error={form.errorOf('phone')} help="短信、单据和预约页上给患者看">
            <TextField maxLength={20} {...form.register('phone')} />
          </Field>
          <Field label="地址" required error={form.errorOf('address')}>
            <TextField maxLength={100} {...form.register('address')} />
          </Field>
          <Field label="负责人" help={leaderHelp(licence)} error={form.errorOf('leader')}>
            <TextField maxLength={20} placeholder={licence?.principal} {...form.register('leader')} />
          </Field>
          <Picked form={form} name="isMedicare" label="医保" group>
            {(field) => (
              <Switch checked={field.value ?? false} disabled={!mayEdit} onChange={field.onChange}>
                医保定点机构
              </Switch>
            )}
          </Picked>
          {degrees.map(({ name: which, label, min, max }) => (
            <Picked key={which} form={form} name={which} label={label} help={`预约页上给患者导航用`}>
              {(field) => (
                <NumberField {...field} value={field.value ?? null} min={min} max={max} decimals={5} unit="°" />
              )}
            </Picked>
          ))}
          <Field label="执业许可" help="随机构资质变更">
            <TextField value={licenceText(licence)} readOnly disabled />
          </Field>
        </FormSection>
        <FormSection title="图片" columns={1}>
          <Picked form={form} name="logo" label="logo" group help="预约页和打印单据的抬头；白底或透明底的方图最好">
            {(field) =>
              mayEdit ? <PictureSlot label="logo" removable {...field} /> : <Shown id={field.value} label="logo" />
            }
          </Picked>
          <Picked
            form={form}
            name="pictures"
            label="环境图"
            group
            help={`最多 ${MOST_PREMISES} 张，在预约页上给患者看`}
          >
            {(field) => <Premises value={field.value ?? []} onChange={field.onChange} mayEdit={mayEdit} />}
          </Picked>
        </FormSection>
        <FormSection title="营业时间" columns={1}>
          <Picked form={form} name="hours" label="每周营业时间" labelHidden group>
            {(field) => (
              <HoursField
                value={field.value ?? []}
                onChange={field.onChange}
                disabled={!mayEdit}
                errorOf={(day) => form.errorOf(`hours.${day}`)}
              />
            )}
          </Picked>
        </FormSection>
        <FormSection title="给患者看的介绍" columns={1}>
          <Field label="简介" error={form.errorOf('introduction')}>
            <TextArea rows={3} maxLength={500} {...form.register('introduction')} />
          </Field>
          <Field label="交通" error={form.errorOf('traffic')}>
            <TextArea rows={2} maxLength={200} {...form.register('traffic')} />
          </Field>
        </FormSection>
      </fieldset>
      {form.failure && <ErrorLine>{form.failure}</ErrorLine>}
      {mayEdit && (
        <div className={s.save}>
          <Button type="submit" variant="primary" busy={form.sending}>
            保存
          </Button>
        </div>
      )}
    </form>
  )
}
