import { clinic } from '@dentin/contract/clinic'
import type { WireOutput } from '@dentin/contract/core/call'
import { useCallForm } from '../../lib/form.ts'
import { can } from '../../lib/permission.ts'
import { useUnsavedDraft } from '../../lib/use-draft.ts'
import { Picked } from '../../ui/heavy.ts'
import { Button, ErrorLine, Field, FormSection, SkeletonRows, TextArea, TextField, toast } from '../../ui/index.ts'
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

function ProfileForm({ profile }: { profile: Profile }) {
  const save = useSaveProfile()
  const mayEdit = can('/outpatientServiceInfo:edit')
  const { name, ...rest } = profile
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
