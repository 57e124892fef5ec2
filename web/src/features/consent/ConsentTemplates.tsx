import { consentBlocks, consentKindNames } from '@dentin/contract/consent'
import { useState } from 'react'
import { can, useCan } from '../../lib/permission.ts'
import { useSend } from '../../lib/query.ts'
import { consent } from '@dentin/contract/consent'
import {
  Button,
  confirm,
  ErrorLine,
  SideList,
  SkeletonRows,
  SplitPane,
  Switch,
  Tag,
  toast,
  urlEnum,
  urlOptional,
  useLeaveGuard,
  useUrlState,
} from '../../ui/index.ts'
import { ConsentText } from './ConsentText.tsx'
import { useTemplates, type Template } from './hooks.ts'
import { RequiredItems } from './RequiredItems.tsx'
import { TemplateEditor } from './TemplateEditor.tsx'
import s from './consent.module.css'

const state = { key: urlOptional, panel: urlEnum(['none', 'left'], 'none') }
const sourceNames = { platform: '平台', chain: '连锁', clinic: '本门诊' } as const
const UNSAVED = '这份同意书模板还没有保存'
const EMPTY_BLOCKS = Object.fromEntries(consentBlocks.map(({ key }) => [key, ''])) as Record<
  (typeof consentBlocks)[number]['key'],
  string
>
const fresh: Template = {
  key: '',
  name: '',
  kind: 1,
  source: 'clinic',
  enabled: true,
  versionNo: 0,
  savedAt: null,
  version: null,
  content: { ...EMPTY_BLOCKS, ownRisks: [], ticks: [], handSentence: '', declaration: '' },
}

/** The texts at the left, the chosen one as patients read it at the right, with what asks for it. */
export function ConsentTemplates() {
  useCan()
  const [{ key, panel }, set] = useUrlState(state)
  const [editing, setEditing] = useState<Template | null>(null)
  const [dirty, setDirty] = useState(false)
  const unsaved = editing !== null && dirty
  useLeaveGuard(unsaved, UNSAVED)
  /** Goes on to another text, or to none, once nothing is lost by it. */
  const leave = async (go: () => void) => {
    const asked = { title: UNSAVED, body: '离开后将会丢失。', okText: '放弃修改', cancelText: '继续写', danger: true }
    if (!unsaved || (await confirm(asked))) go()
  }
  const found = useTemplates()
  const mayEdit = can('/baseInformedConsent:edit')
  if (!found.data)
    return found.error ? (
      <ErrorLine onRetry={() => void found.refetch()}>{found.error.message}</ErrorLine>
    ) : (
      <SkeletonRows rows={12} />
    )
  const chosen = found.data.find((each) => each.key === key) ?? found.data[0]
  return (
    <SplitPane
      open={panel === 'left' ? 'left' : null}
      onOpen={(side) => set({ panel: side === 'left' ? 'left' : 'none' })}
      left={{
        label: '模板',
        width: 260,
        layout: true,
        content: (
          <>
            {mayEdit && (
              <div className={s.newText}>
                <Button size="sm" icon="plus" block onClick={() => void leave(() => setEditing(fresh))}>
                  新建模板
                </Button>
              </div>
            )}
            <SideList
              label="模板"
              items={found.data}
              keyOf={(each) => each.key}
              selected={chosen?.key ?? null}
              onSelect={(each) =>
                void leave(() => {
                  setEditing(null)
                  set({ key: each.key, panel: 'none' })
                })
              }
              render={(each) => (
                <span className={s.entry}>
                  <span className={each.enabled ? '' : 'tertiary'}>{each.name}</span>
                  <span className="tertiary t-12">
                    {sourceNames[each.source]}　第 {each.versionNo} 版{!each.enabled && '　已停用'}
                  </span>
                </span>
              )}
            />
          </>
        ),
      }}
    >
      <div className={s.setting}>
        {editing ? (
          <TemplateEditor
            key={editing.key}
            template={editing}
            onDirty={setDirty}
            onCancel={() => void leave(() => setEditing(null))}
            onSaved={(saved) => {
              setEditing(null)
              set({ key: saved })
            }}
          />
        ) : (
          chosen && <Shown key={chosen.key} template={chosen} mayEdit={mayEdit} onEdit={() => setEditing(chosen)} />
        )}
      </div>
    </SplitPane>
  )
}

function Shown({ template, mayEdit, onEdit }: { template: Template; mayEdit: boolean; onEdit: () => void }) {
  const save = useSend(consent.saveTemplate, { refresh: [consent.templates] })
  const { key, name, kind, content, enabled, version } = template
  const turn = (on: boolean) =>
    save.mutate(
      { key, name, kind: kind === 2 ? 2 : 1, content, version, enabled: on },
      {
        onSuccess: () => toast.success(on ? '已启用' : '已停用，不能再用它准备同意书'),
        onError: (error) => toast.error(error.message),
      },
    )
  return (
    <>
      <header className={s.titleLine}>
        <h2 className="t-18">{name}</h2>
        <Tag>{consentKindNames[kind === 2 ? 2 : 1]}</Tag>
        <Tag tone={template.source === 'platform' ? 'muted' : 'brand'}>
          {sourceNames[template.source]}　第 {template.versionNo} 版
        </Tag>
        {template.source === 'platform' && <Tag tone="wait">待法务、医师复核</Tag>}
        {mayEdit && (
          <span className={s.titleActions}>
            <Switch checked={enabled} onChange={turn}>
              启用
            </Switch>
            <Button icon="pencil" onClick={onEdit}>
              {template.source === 'platform' ? '复制并修改' : '修改为新版本'}
            </Button>
          </span>
        )}
      </header>
      <RequiredItems templateKey={key} mayEdit={mayEdit} />
      <ConsentText
        content={{
          title: name,
          who: { name: '（患者姓名）', gender: 2, age: null, medicalNumber: '（病历号）', phoneTail: '' },
          clinicName: '',
          doctorName: '',
          ...content,
          ownRisks: content.ownRisks.map(({ name: risk, text, words }) => ({
            name: risk,
            text,
            ticked: true,
            because: words.length > 0 ? `档案有：${words.join('、')}`.slice(0, 60) : '',
          })),
          ticks: content.ticks.map((text) => ({ text, ticked: false })),
        }}
      />
    </>
  )
}
