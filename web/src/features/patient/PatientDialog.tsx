import {
  idTypeNames,
  maritalNames,
  medicareTypeNames,
  mobileOwnerNames,
  noMobileReasons,
  patientTypeNames,
  systemicDiseaseNames,
  type DuplicateFile,
  patient as calls,
} from '@dentin/contract/patient'
import { checkIdNumber } from '@dentin/kit/id-number'
import { useRef, useState, type ReactNode } from 'react'
import { Controller } from 'react-hook-form'
import { ApiError, send } from '../../lib/client.ts'
import { useCallForm, type CallForm } from '../../lib/form.ts'
import { useUnsavedDraft } from '../../lib/use-draft.ts'
import {
  confirm,
  ErrorLine,
  Field,
  FormSection,
  numberOptions,
  Segmented,
  SkeletonRows,
  TextArea,
  TextButton,
  TextField,
  toast,
} from '../../ui/index.ts'
import {
  DatePicker,
  Dialog,
  FormDialog,
  KeptDraft,
  MultiSelect,
  Picked,
  Select,
  type PickedField,
} from '../../ui/heavy.ts'
import { ConflictDialog } from './ConflictDialog.tsx'
import { differences, type Difference } from './conflict.ts'
import { DuplicatePanel } from './DuplicatePanel.tsx'
import {
  emptyValues,
  fieldLabels,
  fieldNames,
  valueInWords,
  valuesOf,
  type CoverableField,
  type PatientValues,
} from './form.ts'
import {
  useCreatePatient,
  usePatientFile,
  useSources,
  useStaff,
  useUpdatePatient,
  type CreateInput,
  type PatientFile,
  type UpdateInput,
} from './hooks.ts'
import { ageText, currentDay } from './words.ts'
import s from './patient.module.css'

const ID_NO_TAKEN = 22002
const SUSPECTED_DUPLICATE = 22003
const REQUEST_ID_REUSED = 40902

export interface PatientDialogProps {
  /** The file to change; left out for a new one. */
  patientId?: string
  /** What is known of a new patient already, e.g. the name that was searched. */
  preset?: Partial<PatientValues>
  onClose: () => void
  /** The file that was made or changed, or the one already there that is to be used. */
  onDone: (id: string, how: 'created' | 'changed' | 'existing') => void
}

/** Opens or changes a patient's file. */
export function PatientDialog(props: PatientDialogProps) {
  return props.patientId === undefined ? <NewFile {...props} /> : <ChangedFile {...props} patientId={props.patientId} />
}

function ChangedFile(props: PatientDialogProps & { patientId: string }) {
  const { data: file, error, refetch } = usePatientFile(props.patientId)
  // What the form is opened with stays, though the file may be read again meanwhile.
  const [opened, setOpened] = useState<PatientFile | null>(null)
  if (file && !opened) setOpened(file)
  if (opened) return <FileForm {...props} file={opened} />
  return (
    <Dialog open title="修改患者资料" width={760} onClose={props.onClose}>
      {error ? (
        <ErrorLine onRetry={() => void refetch()}>患者资料没有读到：{error.message}</ErrorLine>
      ) : (
        <SkeletonRows rows={8} height={56} />
      )}
    </Dialog>
  )
}

function NewFile(props: PatientDialogProps) {
  return <FileForm {...props} file={null} />
}

type Form = CallForm<PatientValues & Record<string, unknown>>

function FileForm({ file, preset, onClose, onDone }: PatientDialogProps & { file: PatientFile | null }) {
  const start = file ? valuesOf(file) : emptyValues(preset)
  // Both calls ask for the same fields; the dialog sends to the one that fits.
  const form = useCallForm(calls.create, {
    defaultValues: start,
    keep: file ? `patient.${file.id}` : 'patient.new',
  }) as unknown as Form
  const create = useCreatePatient()
  const update = useUpdatePatient()
  const names = useNames()
  const [draft, setDraft] = useState(() => form.keptDraft)
  const [duplicates, setDuplicates] = useState<readonly DuplicateFile[]>([])
  const [conflict, setConflict] = useState<{ now: PatientFile; changedBy: string; list: Difference[] } | null>(null)
  const version = useRef(file?.version ?? 0)
  const top = useRef<HTMLDivElement>(null)
  const busy = form.sending

  const explain = async (error: ApiError): Promise<string | null | undefined> => {
    const found = (error.data as { duplicates?: DuplicateFile[] } | null)?.duplicates
    setDuplicates(found ?? [])
    if (found) top.current?.scrollTo({ top: 0 })
    if (error.code === SUSPECTED_DUPLICATE) return null
    if (file && error.isConflict) return compare(error)
    if (error.fields.length > 0) {
      revealFirstError()
      return undefined
    }
    if (error.code === ID_NO_TAKEN) return null
    if (error.isNetwork) return `${error.message}。填写的内容都在，再次提交不会重复建档。`
    return error.code === REQUEST_ID_REUSED ? '断线前的那次提交已经保存成功。请关闭后打开该患者再修改。' : undefined
  }
  const compare = async (error: ApiError): Promise<string | null> => {
    if (!file) return null
    try {
      const now = await send(calls.get, { id: file.id })
      const mine = form.getValues()
      const list = differences(fieldNames, valuesOf(file), mine, valuesOf(now))
      setConflict({ now, list, changedBy: (error.data as { changedBy?: string } | null)?.changedBy ?? '' })
      return null
    } catch (failed) {
      return failed instanceof ApiError ? failed.message : '没有读到对方的修改，请重试'
    }
  }
  const submit = async (accept = false): Promise<boolean> => {
    const outcome = await form.save(
      (values) => {
        const body = { ...values, acceptDuplicates: accept }
        return file
          ? update.mutateAsync({ ...(body as unknown as UpdateInput), id: file.id, version: version.current })
          : create.mutateAsync(body as unknown as CreateInput)
      },
      ({ id }) => {
        toast.success(file ? '修改成功' : '建档成功')
        onDone(id, file ? 'changed' : 'created')
      },
      { explain },
    )()
    if (outcome === 'wrong') revealFirstError()
    return outcome === 'saved'
  }
  useUnsavedDraft(
    form.formState.isDirty
      ? {
          name: file ? `${file.name} 的资料` : ['新患者', form.getValues('name')].filter(Boolean).join(' '),
          save: async () => {
            if (!(await submit())) throw new Error('患者资料没有保存成功')
          },
          discard: () => {
            form.reset()
            form.dropDraft()
          },
        }
      : null,
  )
  const close = async () => {
    if (form.formState.isDirty && !busy) {
      const leave = await confirm({
        title: '关闭填写中的患者资料？',
        body: '填写的内容保留在本机，下次打开可以恢复。',
        okText: '关闭',
      })
      if (!leave) return
    }
    onClose()
  }

  return (
    <>
      <FormDialog
        form={form}
        sticky
        width={760}
        title={file ? `修改患者资料　${file.name}` : '新建患者'}
        onClose={() => void close()}
        onSubmit={() => submit()}
        submitText={file ? '保存' : '建档'}
        footStart={file && <span className="t-12 tertiary">病历号 {file.medicalNumber}</span>}
      >
        <div className={s.formScroll} ref={top}>
          {draft && (
            <KeptDraft
              dropText="丢弃"
              onRestore={() => {
                form.reset(draft, { keepDefaultValues: true })
                setDraft(null)
              }}
              onDrop={() => {
                form.dropDraft()
                setDraft(null)
              }}
            >
              上次填写{draft.name ? `“${draft.name}”` : ''}没有提交，内容还在。
            </KeptDraft>
          )}
          {duplicates.length > 0 && (
            <DuplicatePanel
              files={duplicates}
              busy={busy}
              ignoreText={file ? '仍然保存' : '仍然新建'}
              onUse={(id) => {
                form.done()
                onDone(id, 'existing')
              }}
              onIgnore={() => void submit(true)}
            />
          )}
          <Sections form={form} file={file} />
        </div>
      </FormDialog>
      {conflict && (
        <ConflictDialog
          differences={conflict.list}
          changedBy={conflict.changedBy}
          labelOf={(field) => fieldLabels[field as keyof PatientValues]}
          wordsOf={(field, value) => valueInWords(field, value, names)}
          busy={busy}
          onClose={() => setConflict(null)}
          onKeep={(kept) => {
            for (const [field, value] of Object.entries(kept))
              form.setValue(field, value as never, { shouldDirty: true })
            version.current = conflict.now.version
            setConflict(null)
            void submit()
          }}
        />
      )}
    </>
  )
}

/** Brings the first field that is wrong into view and puts the cursor there. */
function revealFirstError(): void {
  setTimeout(() => {
    const field = document.querySelector<HTMLElement>('[role=dialog] [aria-invalid=true], [role=dialog] [role=alert]')
    field?.scrollIntoView({ block: 'center' })
    field?.focus({ preventScroll: true })
  }, 30)
}

const rarely = [
  'patientType',
  'medicareType',
  'medicareNo',
  'marital',
  'occupation',
  'workUnit',
  'ethnicity',
  'tags',
  'wechat',
  'email',
  'province',
  'city',
  'district',
] as const

/** The rarely used fields: folded away until asked for, filled or wrong. */
function useMore(form: Form): { open: boolean; button: ReactNode } {
  const values = form.getValues() as Partial<PatientValues>
  const [asked, setAsked] = useState(() =>
    rarely.some((name) => (name === 'patientType' ? (values[name] ?? 1) !== 1 : String(values[name] ?? '') !== '')),
  )
  const open = asked || rarely.some((name) => form.formState.errors[name])
  return {
    open,
    button: (
      <TextButton icon={open ? 'chevron-up' : 'chevron-down'} aria-expanded={open} onClick={() => setAsked(!open)}>
        {open ? '收起少用的项目' : '医保、职业、微信等'}
      </TextButton>
    ),
  }
}

/** Names of sources and staff by id. */
function useNames(): (id: string) => string {
  const sources = useSources()
  const { doctors, consultants } = useStaff()
  return (id) => [...sources, ...doctors, ...consultants].find((each) => each.value === id)?.label ?? '（已停用）'
}

const nothingIsNull = {
  setValueAs: (value: unknown) => (typeof value === 'string' && value.trim() === '' ? null : value),
}

function Sections({ form, file }: { form: Form; file: PatientFile | null }) {
  const sources = useSources()
  const { doctors, consultants } = useStaff()
  const [birthDay, allergyFlag, mobile, idType] = form.watch(['birthDay', 'allergyFlag', 'mobile', 'idType'])

  const text = (
    name: keyof PatientValues,
    more: { required?: boolean; wide?: boolean; placeholder?: string; max?: number } = {},
  ) => (
    <Field
      label={fieldLabels[name]}
      required={more.required}
      error={form.errorOf(name)}
      className={more.wide ? s.wide : undefined}
    >
      <TextField placeholder={more.placeholder} maxLength={more.max} {...form.register(name, nothingIsNull)} />
    </Field>
  )
  const area = (name: 'pastHistory' | 'medicationHistory' | 'familyHistory' | 'remark' | 'alertNote', wide = false) => (
    <Picked form={form} name={name} label={fieldLabels[name]} className={wide ? s.wide : undefined}>
      {(field) => (
        <TextArea {...field} value={field.value ?? ''} rows={1} maxLength={name === 'alertNote' ? 200 : 500} />
      )}
    </Picked>
  )
  const control = (
    name: keyof PatientValues,
    render: (field: PickedField<unknown>) => ReactNode,
    more: { required?: boolean; group?: boolean; help?: string; wide?: boolean; label?: string } = {},
  ) => (
    <Picked
      form={form}
      name={name}
      label={more.label ?? fieldLabels[name]}
      required={more.required}
      group={more.group}
      help={more.help}
      className={more.wide ? s.wide : undefined}
    >
      {render}
    </Picked>
  )
  /** A number that this person sees with stars only: shown, not sent. */
  const covered = (name: CoverableField, otherwise: ReactNode) =>
    file?.masked && file[name] ? (
      <Field label={fieldLabels[name]} help="没有查看完整号码的权限，不能修改">
        <TextField readOnly value={file[name] ?? ''} />
      </Field>
    ) : (
      otherwise
    )
  const readIdNumber = (value: unknown) => {
    if (typeof value !== 'string' || (idType ?? 1) !== 1) return
    const check = checkIdNumber(value, currentDay())
    if (!check.ok) return
    form.setValue('birthDay', check.birthDay, { shouldDirty: true })
    form.setValue('age', null)
    form.setValue('gender', check.gender, { shouldDirty: true, shouldValidate: true })
  }
  const chosen = (form.getValues('systemicDiseases') ?? []) as string[]
  const diseases = [...new Set([...systemicDiseaseNames, ...chosen])].map((name) => ({ value: name, label: name }))

  const more = useMore(form)
  return (
    <>
      <FormSection title="基本信息" extra={more.button}>
        {text('name', { required: true, max: 30 })}
        {control(
          'gender',
          (field) => (
            <Segmented
              options={[
                { value: 0, label: '男' },
                { value: 1, label: '女' },
                { value: 2, label: '未知' },
              ]}
              value={(field.value as number | undefined) ?? null}
              onChange={field.onChange}
            />
          ),
          { required: true, group: true },
        )}
        <Field
          label="证件号"
          error={form.errorOf('idNo')}
          help={(idType ?? 1) === 1 ? '身份证号会带出生日和性别' : undefined}
        >
          {file?.masked && file.idNo ? (
            <TextField readOnly value={file.idNo} />
          ) : (
            <div className={s.two} style={{ gridTemplateColumns: '112px minmax(0, 1fr)' }}>
              <Controller
                control={form.control}
                name="idType"
                render={({ field }) => (
                  <Select
                    label="证件类型"
                    options={numberOptions(idTypeNames)}
                    value={(field.value as number | null) ?? 1}
                    onChange={field.onChange}
                  />
                )}
              />
              <TextField
                aria-label="证件号"
                maxLength={30}
                {...form.register('idNo', {
                  ...nothingIsNull,
                  onBlur: (event) => readIdNumber((event.target as HTMLInputElement).value),
                })}
              />
            </div>
          )}
        </Field>
        <Field
          label="出生日期"
          error={form.errorOf('birthDay') ?? form.errorOf('age')}
          help={birthDay ? undefined : '不知道生日时填年龄'}
        >
          <div className={s.two}>
            <Controller
              control={form.control}
              name="birthDay"
              render={({ field }) => (
                <DatePicker
                  label="出生日期"
                  max={currentDay()}
                  value={(field.value as string | null) ?? null}
                  onChange={(next) => {
                    field.onChange(next)
                    if (next) form.setValue('age', null)
                  }}
                />
              )}
            />
            {birthDay ? (
              <TextField aria-label="年龄" readOnly value={ageText(birthDay as string)} />
            ) : (
              <TextField
                aria-label="年龄"
                inputMode="numeric"
                suffix="岁"
                {...form.register('age', {
                  setValueAs: (value: unknown) =>
                    value === '' || value === null || value === undefined ? null : Number(value),
                })}
              />
            )}
          </div>
        </Field>
        {more.open && (
          <>
            {control('patientType', (field) => (
              <Select
                options={numberOptions(patientTypeNames)}
                value={field.value as number}
                onChange={field.onChange}
              />
            ))}
            {control('medicareType', (field) => (
              <Select
                clearable
                options={numberOptions(medicareTypeNames)}
                value={field.value as number | null}
                onChange={field.onChange}
              />
            ))}
            {covered('medicareNo', text('medicareNo', { max: 30 }))}
            {control('marital', (field) => (
              <Select
                clearable
                options={numberOptions(maritalNames)}
                value={field.value as number | null}
                onChange={field.onChange}
              />
            ))}
            {text('occupation', { max: 30 })}
            {text('workUnit', { max: 60 })}
            {text('ethnicity', { max: 20 })}
            {control(
              'tags',
              (field) => (
                <TextField
                  value={((field.value as string[] | undefined) ?? []).join(' ')}
                  onChange={(event) => field.onChange(event.target.value.split(/[\s,，、]/))}
                  onBlur={() => field.onChange(((field.value as string[] | undefined) ?? []).filter(Boolean))}
                />
              ),
              { help: '用空格分开' },
            )}
          </>
        )}
      </FormSection>
      <FormSection title="联系">
        {covered(
          'mobile',
          <Field label="手机号" required={!form.watch('noMobileReason')} error={form.errorOf('mobile')}>
            <div className={s.two}>
              <TextField
                aria-label="手机号"
                inputMode="tel"
                maxLength={11}
                {...form.register('mobile', nothingIsNull)}
              />
              <Controller
                control={form.control}
                name="mobileOwner"
                render={({ field }) => (
                  <Select
                    label="机主"
                    options={numberOptions(mobileOwnerNames)}
                    value={(field.value as number | null) ?? 1}
                    onChange={field.onChange}
                  />
                )}
              />
            </div>
          </Field>,
        )}
        {!mobile && !(file?.masked && file.mobile)
          ? control('noMobileReason', (field) => (
              <Select
                clearable
                placeholder="没有手机号时选择"
                options={noMobileReasons.map((reason) => ({ value: reason as string, label: reason }))}
                value={field.value as string | null}
                onChange={field.onChange}
              />
            ))
          : covered('mobile2', text('mobile2', { max: 11 }))}
        {more.open && (
          <>
            {text('wechat', { max: 40 })}
            {text('email', { max: 80 })}
            {text('province', { max: 20 })}
            {text('city', { max: 20 })}
            {text('district', { max: 20 })}
          </>
        )}
        {text('address', { max: 120, wide: true })}
      </FormSection>
      <FormSection title="健康">
        {control(
          'allergyFlag',
          (field) => (
            <Segmented
              options={[
                { value: 0, label: '否认' },
                { value: 1, label: '有' },
                { value: 2, label: '不详' },
              ]}
              value={field.value as number}
              onChange={field.onChange}
            />
          ),
          { group: true },
        )}
        {allergyFlag === 1 &&
          text('allergyHistory', { required: true, max: 200, placeholder: '如：青霉素、头孢、利多卡因' })}
        {control(
          'systemicDiseases',
          (field) => (
            <MultiSelect
              placeholder="没有可不填"
              options={diseases}
              value={(field.value as string[] | undefined) ?? []}
              onChange={field.onChange}
            />
          ),
          { wide: allergyFlag === 1 },
        )}
        {area('pastHistory')}
        {area('medicationHistory')}
        {area('familyHistory')}
      </FormSection>
      <FormSection title="来源与归属">
        {control(
          'sourceId',
          (field) => (
            <Select options={sources} value={field.value as string | undefined} onChange={field.onChange} />
          ),
          { required: true },
        )}
        {text('referrerRemark', { max: 60, placeholder: '谁介绍来的' })}
        {control('respDoctorId', (field) => (
          <Select clearable options={doctors} value={field.value as string | null} onChange={field.onChange} />
        ))}
        {control('consultantId', (field) => (
          <Select clearable options={consultants} value={field.value as string | null} onChange={field.onChange} />
        ))}
        {area('alertNote', true)}
        {area('remark', true)}
      </FormSection>
    </>
  )
}
