import { pregnancyNames } from '@dentin/contract/core/pregnancy-words'
import { MOST_DRUGS, prescriptionKinds, USUAL_DAYS } from '@dentin/contract/core/prescription-words'
import { useState } from 'react'
import { ageYears, genderAge } from '../../domain/person.ts'
import { newRequestId } from '../../lib/client.ts'
import { ComboBox, ConflictDialog, Dialog, Drawer, Select } from '../../ui/heavy.ts'
import {
  Button,
  ErrorLine,
  Field,
  IconButton,
  Menu,
  NumberField,
  Segmented,
  Tag,
  TextField,
  toast,
  useHotkeys,
  useLeaveGuard,
} from '../../ui/index.ts'
import { Findings } from './Findings.tsx'
import { findDiagnoses, findDrugs, useRemoveSet, useSaveSet, useSets, type RxDetail, type RxSet } from './hooks.ts'
import { LineRow } from './LineRow.tsx'
import { beginLine, isOverstep, lineFrom, rxPartLabel, rxPartWords, writtenLines } from './model.ts'
import { useWriter, type RxSubject } from './useWriter.ts'
import s from './prescription.module.css'

const kinds = [
  { value: 'ordinary', label: prescriptionKinds.ordinary },
  { value: 'emergency', label: prescriptionKinds.emergency },
] as const
const FEMALE = 1

/** The sheet on which a prescription is written, checked with every line. */
export function Writer({
  subject,
  before,
  onClose,
}: {
  subject: RxSubject
  before: RxDetail | null
  onClose: () => void
}) {
  const [naming, setNaming] = useState(false)
  const sets = useSets(true).data ?? []
  const dropSet = useRemoveSet()
  const w = useWriter(subject, before, () => {
    toast.success(before ? '处方已修改，等待审核' : '处方已开具，等待审核')
    onClose()
  })
  useLeaveGuard(w.dirty, '处方还没有开具')
  const put = (set: RxSet) => {
    w.add(set.items.map((line) => lineFrom(line, newRequestId())))
    if (set.off.length > 0) toast.info(`${set.off.join('、')} 已停用，没有开入`)
  }
  useHotkeys(
    sets.slice(0, 9).map((set, index) => ({
      key: `alt+${index + 1}`,
      does: `开入「${set.name}」`,
      run: () => put(set),
      whileTyping: true,
    })),
  )
  const age = ageYears(subject.birthDay)
  const longest = Math.max(0, ...w.lines.map(({ days }) => days ?? 0))
  const usual = USUAL_DAYS[w.kind]
  return (
    <Drawer
      open
      sticky
      width={860}
      title={before ? `修改处方 ${before.rxNo}` : '开处方'}
      onClose={onClose}
      extra={
        <span className={s.inline}>
          <b>{subject.patientName}</b>
          <span className="secondary">{genderAge(subject)}</span>
          <Tag tone={w.kind === 'ordinary' ? 'muted' : w.kind === 'pediatric' ? 'done' : 'wait'}>
            {prescriptionKinds[w.kind]}处方
          </Tag>
        </span>
      }
      footer={
        <div className={s.foot}>
          <span className="secondary t-13">
            {w.lines.length} / {MOST_DRUGS} 种药
          </span>
          <Button onClick={onClose}>取消</Button>
          <Button variant="primary" busy={w.busy} onClick={w.submit}>
            {before ? '保存并送审' : '开具并送审'}
          </Button>
        </div>
      }
    >
      <div className={s.writer}>
        {w.message && <ErrorLine>{w.message}</ErrorLine>}
        {before?.refusedReason && (
          <ErrorLine>
            {before.refusedName} 退回：{before.refusedReason}
          </ErrorLine>
        )}
        <div className={s.fields}>
          <Field label="类型" group>
            <Segmented
              label="类型"
              value={w.head.kind === 'emergency' ? 'emergency' : 'ordinary'}
              options={kinds}
              onChange={(kind) => w.setHead({ kind })}
            />
          </Field>
          <Field label="体重" error={w.errorOf('weightKg')}>
            <NumberField
              value={w.head.weightKg}
              decimals={1}
              min={0.5}
              max={250}
              unit="kg"
              onChange={(weightKg) => w.setHead({ weightKg })}
            />
          </Field>
          {subject.gender === FEMALE && (
            <>
              <Field label="妊娠、哺乳" error={w.errorOf('pregnancy')}>
                <Select
                  clearable
                  placeholder="未询问"
                  value={w.head.pregnancy}
                  options={Object.entries(pregnancyNames).map(([value, label]) => ({
                    value: value as 'no',
                    label,
                  }))}
                  onChange={(pregnancy) => w.setHead({ pregnancy, pregnancyWeek: null })}
                />
              </Field>
              {w.head.pregnancy === 'pregnant' && (
                <Field label="孕周" error={w.errorOf('pregnancyWeek')}>
                  <NumberField
                    value={w.head.pregnancyWeek}
                    min={1}
                    max={42}
                    unit="周"
                    onChange={(pregnancyWeek) => w.setHead({ pregnancyWeek })}
                  />
                </Field>
              )}
            </>
          )}
          <Field label="有效天数">
            <Segmented
              label="有效天数"
              value={w.head.validDays}
              options={[
                { value: 1, label: '当日' },
                { value: 2, label: '2 天' },
                { value: 3, label: '3 天' },
              ]}
              onChange={(validDays) => w.setHead({ validDays })}
            />
          </Field>
        </div>
        <Field label="诊断" required error={w.errorOf('diagnosis')}>
          <ComboBox
            label="诊断"
            placeholder="诊断名称、拼音或 ICD 编码"
            value={w.head.diagnosis}
            search={findDiagnoses}
            keyOf={(item) => item.code}
            textOf={(item) => item.name}
            render={(item) => `${item.code}　${item.name}`}
            onPick={(item) => w.setHead({ diagnosis: item.name })}
            onClear={() => w.setHead({ diagnosis: '' })}
            lastRow={{
              render: (text) => `写作「${text}」`,
              onPick: (text) => w.setHead({ diagnosis: text.slice(0, 200) }),
            }}
          />
        </Field>
        {w.lines.map((line, index) => (
          <LineRow
            key={line.key}
            line={line}
            index={index}
            age={age}
            weightKg={w.head.weightKg}
            asksOverstep={w.findings.some((each) => isOverstep(each) && each.drugs.includes(line.name))}
            errorOf={w.errorOf}
            onChange={(patch) => w.change(line.key, patch)}
            onRemove={() => w.remove(line.key)}
          />
        ))}
        <div className={s.addRow}>
          {!w.full && (
            <span className={s.addDrug}>
              <ComboBox
                label="添加药品"
                placeholder="添加药品：药名、通用名、拼音首字母"
                icon="pill"
                autoFocus={w.lines.length === 0}
                search={findDrugs}
                keyOf={(item) => item.id}
                render={(item) => (
                  <span className={s.inline}>
                    {item.name}
                    <span className="tertiary t-12">{item.spec}</span>
                  </span>
                )}
                onPick={(item) => w.add([beginLine(item, newRequestId())])}
              />
            </span>
          )}
          {sets.map((set, index) => (
            <span key={set.id} className={s.set}>
              <Button size="sm" variant="tint" onClick={() => put(set)} title={`Alt+${index + 1}`}>
                {set.name}
              </Button>
              <Menu
                items={[
                  {
                    key: 'remove',
                    label: `删除组合「${set.name}」`,
                    danger: true,
                    onSelect: () =>
                      dropSet.mutate(
                        { id: set.id, version: set.version },
                        { onSuccess: () => toast.success('已删除组合') },
                      ),
                  },
                ]}
              >
                <IconButton icon="dots" size="sm" label={`组合 ${set.name} 的操作`} />
              </Menu>
            </span>
          ))}
          {writtenLines(w.lines) && (
            <Button size="sm" variant="text" icon="star" onClick={() => setNaming(true)}>
              存为常用组合
            </Button>
          )}
        </div>
        {longest > usual && (
          <Field label={`超过 ${usual} 日的理由`} required error={w.errorOf('longReason')}>
            <TextField
              maxLength={100}
              placeholder="慢性病、老年病或特殊情况"
              value={w.head.longReason}
              onChange={(event) => w.setHead({ longReason: event.target.value })}
            />
          </Field>
        )}
        {w.findings.length > 0 ? (
          <Findings
            findings={w.findings}
            answers={{
              reasons: w.reasons,
              onReason: w.setReason,
              seen: w.seen,
              onSeen: w.setSeen,
              wanting: w.wanting,
            }}
          />
        ) : (
          writtenLines(w.lines) && !w.checking && !w.message && <p className="secondary">用药核对：没有发现问题。</p>
        )}
      </div>
      {w.conflict && (
        <ConflictDialog
          what="这张处方"
          differences={w.conflict.list}
          changedBy={w.conflict.changedBy}
          labelOf={rxPartLabel}
          wordsOf={rxPartWords}
          busy={w.busy}
          keepText="按所选填入"
          onClose={w.postpone}
          onKeep={w.keep}
        />
      )}
      {naming && <NameSet lines={w.lines} onClose={() => setNaming(false)} />}
    </Drawer>
  )
}

function NameSet({ lines, onClose }: { lines: Parameters<typeof writtenLines>[0]; onClose: () => void }) {
  const save = useSaveSet()
  const [name, setName] = useState(
    lines
      .map((line) => line.name)
      .join('+')
      .slice(0, 30),
  )
  const [requestId] = useState(newRequestId)
  const items = writtenLines(lines)
  return (
    <Dialog
      open
      title="存为常用组合"
      width={400}
      onClose={onClose}
      busy={save.isPending}
      submitDisabled={name.trim() === '' || items === null}
      submitText="保存"
      onSubmit={() =>
        items &&
        save.mutate(
          { name: name.trim(), items: items.map(({ overstep: _now, ...line }) => line), requestId },
          {
            onSuccess: () => {
              toast.success('已存为常用组合')
              onClose()
            },
            onError: (error) => toast.error(error.message),
          },
        )
      }
    >
      <Field label="组合名称" required>
        <TextField autoFocus maxLength={30} value={name} onChange={(event) => setName(event.target.value)} />
      </Field>
    </Dialog>
  )
}
