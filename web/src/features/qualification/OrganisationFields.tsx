import type { FieldValues } from 'react-hook-form'
import type { CallForm } from '../../lib/form.ts'
import { Field, FormSection, NumberField, TextField } from '../../ui/index.ts'
import { DatePicker, Picked, PictureSlot, ProvinceAndCity } from '../../ui/heavy.ts'
import { pictureRef, type PictureRef } from './Pictures.tsx'
import s from './qualification.module.css'

interface Part {
  form: CallForm<FieldValues>
  /** Where the fields stand in the form: '' or 'branchList.0.'. */
  at: string
}

function Text({
  form,
  at,
  name,
  label,
  required = true,
  help,
  onLeft,
  ...rest
}: Part & {
  name: string
  label: string
  required?: boolean
  help?: string
  maxLength: number
  placeholder?: string
  /** Hears what stands there when somebody goes on. */
  onLeft?: (text: string) => void
}) {
  const field = `${at}${name}`
  return (
    <Field label={label} required={required} help={help} error={form.errorOf(field)}>
      <TextField
        {...rest}
        {...form.register(field, {
          onBlur: (event: { target: { value: string } }) => onLeft?.(event.target.value.trim()),
        })}
      />
    </Field>
  )
}

function Licence({ form, at, name, label }: Part & { name: 'businessLicense' | 'permitLicense'; label: string }) {
  const field = `${at}${name}`
  return (
    <Picked form={form} name={field} label={label} required group>
      {({ value, onChange }) => (
        <PictureSlot
          label={label}
          value={(value as PictureRef | null)?.path || null}
          invalid={form.errorOf(field) !== undefined}
          onChange={(path) => onChange(path ? pictureRef(path) : null)}
        />
      )}
    </Picked>
  )
}

/** Name, place and phone of a clinic. */
export function PlaceFields({ form, at }: Part) {
  return (
    <>
      <Text form={form} at={at} name="clinicName" label="门诊名称" maxLength={40} help="患者和员工看到的名称" />
      <Text form={form} at={at} name="clinicShortName" label="门诊简称" required={false} maxLength={12} />
      <ProvinceAndCity form={form} province={`${at}province`} city={`${at}city`} required />
      <Text form={form} at={at} name="district" label="区县" required={false} maxLength={20} placeholder="如 西湖区" />
      <Text form={form} at={at} name="address" label="详细地址" maxLength={100} />
      <Text form={form} at={at} name="phone" label="门诊电话" maxLength={20} placeholder="手机号，或带区号的座机" />
      <Picked form={form} name={`${at}chairCount`} label="牙椅数" required>
        {(field) => <NumberField {...field} min={1} max={200} unit="台" />}
      </Picked>
    </>
  )
}

/** The two licences of a clinic with their numbers and pictures. */
export function LicenceFields({ form, at }: Part) {
  return (
    <>
      <Text form={form} at={at} name="creditCode" label="统一社会信用代码" maxLength={18} help="18 位，在营业执照上" />
      <Licence form={form} at={at} name="businessLicense" label="营业执照" />
      <div className={s.stack}>
        <Text
          form={form}
          at={at}
          name="permitNo"
          label="执业许可证号或备案号"
          maxLength={40}
          help="《医疗机构执业许可证》登记号，或诊所备案凭证编号"
        />
        <Picked form={form} name={`${at}permitExpire`} label="许可证有效期至" required>
          {(field) => <DatePicker {...field} value={field.value || null} />}
        </Picked>
      </div>
      <Licence form={form} at={at} name="permitLicense" label="许可证或备案凭证" />
    </>
  )
}

/** All fields of a clinic on its own, of a branch, or of the first clinic of a chain. */
export function OrganisationFields({ form, chain }: { form: CallForm<FieldValues>; chain: boolean }) {
  const part = { form, at: '' }
  /** What is usually the same is filled in, where nothing stands yet; it can be changed like everything else. */
  const suggest = (name: string, text: string) => {
    if (text !== '' && !form.getValues(name)) form.setValue(name, text, { shouldDirty: true })
  }
  return (
    <div>
      <FormSection title="机构">
        <Text
          {...part}
          name="companyName"
          label="机构名称"
          maxLength={60}
          help="与营业执照一致"
          onLeft={(text) => suggest('clinicName', text.replace(/有限(责任)?公司$/, ''))}
        />
        <Text
          {...part}
          name="legalPerson"
          label="法定代表人"
          maxLength={20}
          onLeft={(text) => suggest('principal', text)}
        />
        <Text {...part} name="principal" label="主要负责人" maxLength={20} help="与许可证一致" />
        <Text
          {...part}
          name="diagnosisSubjects"
          label="诊疗科目"
          maxLength={200}
          placeholder="照许可证填写，如 口腔科"
        />
      </FormSection>
      <FormSection title={chain ? '总店' : '门诊'}>
        <PlaceFields {...part} />
      </FormSection>
      <FormSection title="证照">
        <LicenceFields {...part} />
      </FormSection>
    </div>
  )
}
