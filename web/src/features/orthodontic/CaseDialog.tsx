import { appliances, retainers, slots } from '@dentin/clinical/orthodontics/vocabulary'
import type { WireInput } from '@dentin/contract/core/call'
import { orthoStates, type orthodontic } from '@dentin/contract/orthodontic'
import { useState } from 'react'
import { Dialog, MultiSelect, Select } from '../../ui/heavy.ts'
import { ErrorLine, Field, FormSection, TextArea, TextField, toast } from '../../ui/index.ts'
import { TeethText } from './ExamPane.tsx'
import { Figure } from './Figure.tsx'
import { useSaveCase, type OrthoCase } from './hooks.ts'

/** Months after debonding in which retention is usually looked at. */
const RECALLS = [1, 3, 6, 9, 12, 18, 24, 36]
const recallChoices = (chosen: readonly number[]) =>
  [...new Set([...RECALLS, ...chosen])].toSorted((a, b) => a - b).map((value) => ({ value, label: `${value} 个月` }))

type Save = WireInput<typeof orthodontic.save>

/** What is chosen for a case, and how its result is held. */
export function CaseDialog({ found, onClose }: { found: OrthoCase; onClose: () => void }) {
  const [now, setNow] = useState<Save>(() => ({
    id: found.id,
    version: found.version,
    doctorId: found.doctorId,
    appliance: found.appliance as Save['appliance'],
    slot: found.slot as Save['slot'],
    planName: found.planName,
    extraction: found.extraction,
    months: found.months,
    fee: found.fee,
    retainerUpper: found.retainerUpper,
    retainerLower: found.retainerLower,
    retentionHours: found.retentionHours,
    retentionMonths: found.retentionMonths,
    retentionPlan: found.retentionPlan,
    recallMonths: found.recallMonths,
    finalRelation: found.finalRelation,
    satisfaction: found.satisfaction as Save['satisfaction'],
    remark: found.remark,
  }))
  const save = useSaveCase()
  const set = (part: Partial<Save>) => setNow((before) => ({ ...before, ...part }))
  const problem = (field: string) => save.error?.fields?.find((each) => each.field === field)?.message
  const held = orthoStates.is(found.status, 'worn')
  return (
    <Dialog
      open
      title="修改正畸病例"
      submitText="保存"
      width={640}
      busy={save.isPending}
      onClose={onClose}
      onSubmit={() =>
        save.mutate(now, {
          onSuccess: () => {
            toast.success('已保存')
            onClose()
          },
          onError: () => undefined,
        })
      }
    >
      <FormSection title="方案" columns={2}>
        <Field label="方案名称" error={problem('planName')}>
          <TextField
            maxLength={40}
            value={now.planName ?? ''}
            onChange={({ target }) => set({ planName: target.value })}
          />
        </Field>
        <Field label="矫治器" error={problem('appliance')}>
          <Select
            label="矫治器"
            placeholder="请选择"
            clearable
            value={now.appliance ?? null}
            options={appliances.map((value) => ({ value, label: value }))}
            onChange={(appliance) => set({ appliance })}
          />
        </Field>
        <Field label="槽沟" error={problem('slot')}>
          <Select
            label="槽沟"
            placeholder="请选择"
            clearable
            value={now.slot ?? null}
            options={slots.map((value) => ({ value, label: value }))}
            onChange={(slot) => set({ slot })}
          />
        </Field>
        <Field label="疗程" group>
          <Figure
            label="疗程"
            unit="月"
            whole
            value={now.months ?? null}
            readOnly={false}
            problem={problem('months')}
            onChange={(months) => set({ months })}
          />
        </Field>
        <Field label="拔牙" group>
          <TeethText
            label="拔牙"
            value={now.extraction ?? ''}
            readOnly={false}
            problem={problem('extraction')}
            onChange={(extraction) => set({ extraction })}
          />
        </Field>
      </FormSection>
      {held && (
        <FormSection title="保持" columns={2}>
          {(['retainerUpper', 'retainerLower'] as const).map((key) => (
            <Field key={key} label={key === 'retainerUpper' ? '上颌保持器' : '下颌保持器'} error={problem(key)}>
              <TextField
                maxLength={40}
                suggest={retainers}
                value={now[key] ?? ''}
                onChange={({ target }) => set({ [key]: target.value })}
              />
            </Field>
          ))}
          <Field label="每天佩戴" group>
            <Figure
              label="每天佩戴"
              unit="小时"
              whole
              value={now.retentionHours ?? null}
              readOnly={false}
              problem={problem('retentionHours')}
              onChange={(retentionHours) => set({ retentionHours })}
            />
          </Field>
          <Field label="保持期" group>
            <Figure
              label="保持期"
              unit="月"
              whole
              value={now.retentionMonths ?? null}
              readOnly={false}
              problem={problem('retentionMonths')}
              onChange={(retentionMonths) => set({ retentionMonths })}
            />
          </Field>
          <Field label="拆除后复查" help="到时生成随访" error={problem('recallMonths')}>
            <MultiSelect
              label="拆除后复查"
              placeholder="不复查"
              value={now.recallMonths ?? []}
              options={recallChoices(found.recallMonths)}
              onChange={(recallMonths) => set({ recallMonths })}
            />
          </Field>
          <Field label="保持计划" error={problem('retentionPlan')}>
            <TextArea
              rows={2}
              maxLength={300}
              placeholder="怎样戴，3、6、12 个月复查"
              value={now.retentionPlan ?? ''}
              onChange={({ target }) => set({ retentionPlan: target.value })}
            />
          </Field>
          <Field label="结束时咬合" error={problem('finalRelation')}>
            <TextArea
              rows={2}
              maxLength={200}
              value={now.finalRelation ?? ''}
              onChange={({ target }) => set({ finalRelation: target.value })}
            />
          </Field>
          <Field label="患者满意度" error={problem('satisfaction')}>
            <Select
              label="患者满意度"
              placeholder="未问"
              clearable
              value={now.satisfaction ?? null}
              options={([5, 4, 3, 2, 1] as const).map((value) => ({ value, label: `${value} 分` }))}
              onChange={(satisfaction) => set({ satisfaction })}
            />
          </Field>
        </FormSection>
      )}
      <Field label="备注" error={problem('remark')}>
        <TextArea
          rows={2}
          maxLength={500}
          value={now.remark ?? ''}
          onChange={({ target }) => set({ remark: target.value })}
        />
      </Field>
      {save.error && (save.error.fields?.length ?? 0) === 0 && <ErrorLine>{save.error.message}</ErrorLine>}
    </Dialog>
  )
}
