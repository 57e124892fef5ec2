import { formatTeeth, parseTeeth } from '@dentin/clinical/teeth'
import {
  ageGroups,
  caseCategoryNames,
  caseStageNames,
  doctorCase,
  faceKinds,
  MOST_CASE_PICTURES,
} from '@dentin/contract/doctor-case'
import { genderNames } from '@dentin/contract/patient-words'
import { useState } from 'react'
import { useCallForm } from '../../lib/form.ts'
import { OptionalMoney, Picked, Select } from '../../ui/heavy.ts'
import {
  Button,
  cx,
  ErrorLine,
  Field,
  FooterBar,
  FormSection,
  IconButton,
  NumberField,
  numberOptions,
  Popover,
  Segmented,
  TextArea,
  TextButton,
  TextField,
  toast,
  useLeaveGuard,
} from '../../ui/index.ts'
import { ToothCross, ToothPicker } from '../../ui/tooth/index.ts'
import { FileImage, kindOf } from './CaseImage.tsx'
import { ChoosePictures } from './ChoosePictures.tsx'
import type { PickPatient } from './dialogs.tsx'
import type { CaseDraft } from './draft.ts'
import { useFilePictures, useSave } from './hooks.ts'
import s from './doctor-case.module.css'

const genders = numberOptions(genderNames)
const tagsIn = (text: string): string[] => [...new Set(text.split(/[\s,，、]+/).filter(Boolean))]

/** Writes a case: what it was, what was done, and the pictures of before, during and after. */
export function CaseEditor({
  begin,
  patient,
  pickPatient,
  onDone,
}: {
  begin: CaseDraft
  patient: { id: string; name: string } | null
  pickPatient: PickPatient
  onDone: (id: string | null) => void
}) {
  const save = useSave()
  const form = useCallForm(doctorCase.save, { defaultValues: begin })
  const [who, setWho] = useState(patient)
  const [tags, setTags] = useState((begin.tags ?? []).join(' '))
  const [left, setLeft] = useState(false)
  useLeaveGuard(form.formState.isDirty && !left, '案例有未保存的修改')
  const images = form.watch('images') ?? []
  const setImages = (next: NonNullable<CaseDraft['images']>) =>
    form.setValue('images', next, { shouldDirty: true, shouldValidate: true })
  const submit = form.save(save.mutateAsync, ({ id }) => {
    setLeft(true)
    toast.success('案例已保存')
    // The guard has to hear of it before the page is left.
    setTimeout(() => onDone(id))
  })
  const choosePatient = (next: { id: string; name: string } | null) => {
    setWho(next)
    form.setValue('patientId', next?.id ?? null, { shouldDirty: true, shouldValidate: true })
    // The pictures are of the other patient, and so is the record.
    form.setValue('images', [])
    form.setValue('recordId', null)
  }
  const text = (
    name: 'chiefComplaint' | 'diagnosis' | 'plan' | 'content',
    label: string,
    rows: number,
    max: number,
  ) => (
    <Field label={label} className={s.wide} error={form.errorOf(name)}>
      <TextArea rows={rows} maxLength={max} {...form.register(name)} />
    </Field>
  )
  return (
    <form className={s.editor} onSubmit={(event) => void submit(event)} noValidate>
      <div className={s.editing}>
        <div className={s.fields}>
          <FormSection title="案例">
            <Field label="标题" required className={s.wide} error={form.errorOf('title')}>
              <TextField
                data-autofocus
                maxLength={60}
                placeholder="如 下前牙拥挤的隐形矫治，不写姓名"
                {...form.register('title')}
              />
            </Field>
            <div className={s.pair}>
              <Picked form={form} name="categoryId" label="类别" required>
                {(field) => (
                  <Select
                    {...field}
                    options={Object.entries(caseCategoryNames).map(([value, label]) => ({
                      value: Number(value),
                      label,
                    }))}
                  />
                )}
              </Picked>
              <Picked form={form} name="ageGroup" label="年龄段">
                {(field) => (
                  <Select
                    value={field.value || null}
                    clearable
                    placeholder="不写"
                    onChange={(next) => field.onChange(next ?? '')}
                    options={ageGroups.map((value) => ({ value: value as string, label: value }))}
                  />
                )}
              </Picked>
              <Picked form={form} name="gender" label="性别" group>
                {(field) => (
                  <Segmented label="性别" value={field.value ?? 2} onChange={field.onChange} options={genders} />
                )}
              </Picked>
              <Picked form={form} name="teeth" label="牙位" group>
                {(field) => (
                  <Popover
                    title="牙位"
                    content={
                      <ToothPicker
                        value={parseTeeth(field.value ?? '')}
                        onChange={(next) => field.onChange(formatTeeth(next))}
                      />
                    }
                  >
                    <Button icon="tooth">
                      {field.value ? <ToothCross teeth={parseTeeth(field.value)} /> : '选择牙位'}
                    </Button>
                  </Popover>
                )}
              </Picked>
            </div>
            {text('chiefComplaint', '主诉', 2, 200)}
            {text('diagnosis', '诊断', 2, 300)}
            {text('plan', '治疗方案', 3, 1000)}
            {text('content', '说明', 4, 3000)}
            <div className={s.pair}>
              <Picked form={form} name="months" label="疗程（月）">
                {(field) => <NumberField value={field.value ?? null} min={0} max={120} onChange={field.onChange} />}
              </Picked>
              <Picked form={form} name="cost" label="费用">
                {(field) => <OptionalMoney field={field} placeholder="不写" />}
              </Picked>
            </div>
            <Field label="标签" className={s.wide} help="用空格分开，最多 8 个" error={form.errorOf('tags')}>
              <TextField
                value={tags}
                onChange={({ target }) => {
                  setTags(target.value)
                  form.setValue('tags', tagsIn(target.value), { shouldDirty: true, shouldValidate: true })
                }}
              />
            </Field>
          </FormSection>
        </div>
        <Pictures
          who={who}
          pickPatient={pickPatient}
          onPatient={choosePatient}
          images={images}
          onChange={setImages}
          problem={form.errorOf('images') ?? form.errorOf('patientId')}
        />
      </div>
      <FooterBar
        start={
          form.failure !== null && (
            <ErrorLine onRetry={form.mayRetry ? () => void submit() : undefined}>{form.failure}</ErrorLine>
          )
        }
      >
        <Button onClick={() => onDone(null)}>取消</Button>
        <Button variant="primary" type="submit" busy={form.sending}>
          保存
        </Button>
      </FooterBar>
    </form>
  )
}

type Images = NonNullable<CaseDraft['images']>

function Pictures({
  who,
  pickPatient,
  onPatient,
  images,
  onChange,
  problem,
}: {
  who: { id: string; name: string } | null
  pickPatient: PickPatient
  onPatient: (patient: { id: string; name: string } | null) => void
  images: Images
  onChange: (images: Images) => void
  problem: string | undefined
}) {
  const [adding, setAdding] = useState<1 | 2 | 3 | null>(null)
  const file = useFilePictures(who?.id ?? null)
  const full = images.length >= MOST_CASE_PICTURES
  return (
    <div className={s.choosing}>
      <FormSection title="图片">
        <Field label="患者" group className={s.wide} help="只有编写和审批的人看得到是谁">
          {who ? (
            <span className={s.who}>
              <b>{who.name}</b>
              <TextButton onClick={() => onPatient(null)}>换人</TextButton>
            </span>
          ) : (
            pickPatient({ value: null, onChange: onPatient })
          )}
        </Field>
        {problem && <ErrorLine>{problem}</ErrorLine>}
        {file.error && <ErrorLine onRetry={() => void file.refetch()}>影像没有读到：{file.error.message}</ErrorLine>}
        {([1, 2, 3] as const).map((stage) => (
          <section key={stage} className={s.group} aria-label={caseStageNames[stage]}>
            <header>
              <h3>{caseStageNames[stage]}</h3>
              <Button size="sm" icon="plus" disabled={!who || full} onClick={() => setAdding(stage)}>
                加图片
              </Button>
            </header>
            <ul className={s.thumbs}>
              {images
                .filter((each) => each.stage === stage)
                .map(({ imageId }) => {
                  const found = file.data?.find(({ id }) => id === imageId)
                  const name = found ? kindOf(found.type) : '图片'
                  return (
                    <li key={imageId}>
                      <span className={s.thumbBox}>
                        {found && <FileImage imageId={imageId} version={found.version} type={found.type} />}
                        <IconButton
                          icon="x"
                          size="xs"
                          label={`去掉${name}`}
                          className={s.drop}
                          onClick={() => onChange(images.filter((each) => each.imageId !== imageId))}
                        />
                      </span>
                      <span className="ellipsis t-12">
                        {name}
                        {found && faceKinds.includes(found.type) && <em className="tertiary">　保存后遮挡</em>}
                      </span>
                    </li>
                  )
                })}
            </ul>
          </section>
        ))}
        {!who && (
          <p className={cx(s.wide, 'tertiary t-13')}>先选患者，再从他的影像里选图片；不选患者也可以只写文字。</p>
        )}
      </FormSection>
      {adding !== null && who && (
        <ChoosePictures
          title={`加${caseStageNames[adding]}图片`}
          file={file}
          there={images.map(({ imageId }) => imageId)}
          onChoose={(ids) => {
            onChange([...images, ...ids.map((imageId) => ({ imageId, stage: adding }))])
            setAdding(null)
          }}
          onClose={() => setAdding(null)}
        />
      )}
    </div>
  )
}
