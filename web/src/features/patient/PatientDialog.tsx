import { platformErrors } from '@dentin/contract/core/errors'
import {
  fieldOf,
  missingFields,
  patient as calls,
  patientErrors,
  type DuplicateFile,
  type FormKey,
} from '@dentin/contract/patient'
import { useRef, useState } from 'react'
import { useStaff } from '../../domain/staff.ts'
import { ApiError, send } from '../../lib/client.ts'
import { differences, type Difference } from '../../lib/conflict.ts'
import { useCallForm } from '../../lib/form.ts'
import { useUnsavedDraft } from '../../lib/use-draft.ts'
import { confirm, ErrorLine, SkeletonRows, TextButton, toast } from '../../ui/index.ts'
import { ConflictDialog, Dialog, FormDialog, KeptDraft } from '../../ui/heavy.ts'
import { DuplicatePanel } from './DuplicatePanel.tsx'
import { emptyValues, fieldNames, valueInWords, valuesOf, type PatientForm, type PatientValues } from './form.ts'
import {
  useCreatePatient,
  usePatientFile,
  useRequiredFields,
  useSources,
  useUpdatePatient,
  type CreateInput,
  type PatientFile,
  type UpdateInput,
} from './hooks.ts'
import { lastSource } from './last-source.ts'
import { PatientSections } from './PatientSections.tsx'
import s from './patient.module.css'

export interface PatientDialogProps {
  /** The file to change; left out for a new one. */
  patientId?: string
  /** What is known of a new patient already, e.g. the name that was searched. */
  preset?: Partial<PatientValues>
  /** Somebody stands at the desk: a new file begins with name, sex, phone and source; the rest is one button away. */
  quick?: boolean
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

function FileForm({ file, preset, quick, onClose, onDone }: PatientDialogProps & { file: PatientFile | null }) {
  const start = file ? valuesOf(file) : emptyValues({ ...lastSource.preset(), ...preset })
  // Both calls ask for the same fields; the dialog sends to the one that fits.
  const form = useCallForm(calls.create, {
    defaultValues: start,
    keep: file ? `patient.${file.id}` : 'patient.new',
  }) as unknown as PatientForm
  const create = useCreatePatient()
  const update = useUpdatePatient()
  const names = useNames()
  const asked = useRequiredFields(!file)
  const required = file ? [] : asked
  const [draft, setDraft] = useState(() => form.keptDraft)
  const [duplicates, setDuplicates] = useState<readonly DuplicateFile[]>([])
  const [conflict, setConflict] = useState<{ now: PatientFile; changedBy: string; list: Difference[] } | null>(null)
  const version = useRef(file?.version ?? 0)
  const top = useRef<HTMLDivElement>(null)
  const busy = form.sending
  // Where the clinic asks for more than these four, all of it is shown.
  const [brief, setBrief] = useState(quick ?? false)
  const isBrief = brief && !file && required.length === 0

  const explain = async (error: ApiError): Promise<string | null | undefined> => {
    const found = (error.data as { duplicates?: DuplicateFile[] } | null)?.duplicates
    setDuplicates(found ?? [])
    if (found) top.current?.scrollTo({ top: 0 })
    if (error.is(patientErrors.PATIENT_SUSPECTED_DUPLICATE)) return null
    if (file && error.isConflict) return compare(error)
    if (error.fields.length > 0) {
      revealFirstError()
      return undefined
    }
    if (error.is(patientErrors.PATIENT_ID_NO_TAKEN)) return null
    if (error.isNetwork) return `${error.message}。填写的内容都在，再次提交不会重复建档。`
    return error.is(platformErrors.REQUEST_ID_REUSED)
      ? '断线前的那次提交已经保存成功。请关闭后打开该患者再修改。'
      : undefined
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
        if (!file) lastSource.keep(form.getValues('sourceId') as string | undefined)
        onDone(id, file ? 'changed' : 'created')
      },
      {
        explain,
        check: (values) => {
          const missing = missingFields(values, required)
          for (const { field, message } of missing) form.setError(field, { type: 'required', message })
          return missing.length === 0
        },
      },
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
        width={isBrief ? 560 : 760}
        title={file ? `修改患者资料　${file.name}` : '新建患者'}
        onClose={() => void close()}
        onSubmit={() => submit()}
        submitText={file ? '保存' : '建档'}
        footStart={
          file ? (
            <span className="t-12 tertiary">病历号 {file.medicalNumber}</span>
          ) : (
            isBrief && (
              <TextButton icon="chevron-down" onClick={() => setBrief(false)}>
                填写更多
              </TextButton>
            )
          )
        }
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
          <PatientSections form={form} file={file} required={required} quick={isBrief} />
        </div>
      </FormDialog>
      {conflict && (
        <ConflictDialog
          what="这份档案"
          differences={conflict.list}
          changedBy={conflict.changedBy}
          labelOf={(field) => fieldOf(field as FormKey).label}
          wordsOf={(field, value) => valueInWords(field as FormKey, value, names)}
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
    // Over another dialog this one stands last.
    const top = [...document.querySelectorAll('[role=dialog]')].at(-1)
    const field = top?.querySelector<HTMLElement>('[aria-invalid=true], [role=alert]')
    field?.scrollIntoView({ block: 'center' })
    field?.focus({ preventScroll: true })
  }, 30)
}

/** Names of sources and staff by id. */
function useNames(): (id: string) => string {
  const sources = useSources()
  const { everybody } = useStaff()
  return (id) => [...sources, ...everybody].find((each) => each.value === id)?.label ?? '（已停用）'
}
