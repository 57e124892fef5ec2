import { useState } from 'react'
import { deferred } from '../../lib/deferred.ts'
import { can } from '../../lib/permission.ts'
import { DataTable, listProps, type Column } from '../../ui/heavy.ts'
import {
  Button,
  confirm,
  EmptyState,
  IconButton,
  Menu,
  ScrollRegion,
  Switch,
  Tag,
  toast,
  urlOptional,
  useUrlState,
} from '../../ui/index.ts'
import {
  useAddBuiltIn,
  useEnableRule,
  useFollowOptions,
  useRemoveRule,
  useRemoveTemplate,
  useRules,
  type Rule,
  type Template,
} from './hooks.ts'
import { methodWord, roleWord, triggerOptions, typeWord } from './words.ts'
import s from './follow.module.css'

const RuleDialog = deferred(async () => (await import('./RuleDialog.tsx')).RuleDialog)
const TemplateDialog = deferred(async () => (await import('./TemplateDialog.tsx')).TemplateDialog)

const codecs = { rule: urlOptional, template: urlOptional }

/** When what a rule plans is due, in words. */
const whenWord = ({ absentDays, delayDays }: Rule): string =>
  absentDays === null ? `${delayDays.map((days) => `+${days}`).join('、')} 天` : '当天'

/** What a rule looks for, in words. */
function lookedFor(rule: Rule): string {
  const absent = rule.absentDays === null ? '' : `超过 ${rule.absentDays} 天未到店`
  const items = [...rule.words, ...rule.tariffs.map((each) => each.name), ...rule.icdCodes].join('、')
  const except = rule.exceptWords.length > 0 ? `（不含 ${rule.exceptWords.join('、')}）` : ''
  return [absent, items + except].filter(Boolean).join('，')
}

/** The column in which a row is changed or deleted. */
const actions = <R extends { name: string }>(change: (row: R) => void, drop: (row: R) => unknown): Column<R> => ({
  key: 'act',
  title: '',
  width: 52,
  align: 'right',
  render: (row) => (
    <Menu
      align="end"
      items={[
        { key: 'edit', label: '修改', icon: 'pencil', onSelect: () => change(row) },
        { key: 'delete', label: '删除', icon: 'trash', danger: true, onSelect: () => void drop(row) },
      ]}
    >
      <IconButton icon="dots" label={`${row.name} 的更多操作`} size="xs" />
    </Menu>
  ),
})

/** The rules of follow-up and the words they use. */
export function Rules() {
  const [url, set] = useUrlState(codecs)
  const rules = useRules()
  const options = useFollowOptions()
  const [enable, remove, removeTemplate, addBuiltIn] = [
    useEnableRule(),
    useRemoveRule(),
    useRemoveTemplate(),
    useAddBuiltIn(),
  ]
  const [adding, setAdding] = useState<'rule' | 'template' | null>(null)
  const edit = can('/followRule:edit')
  const failed = (error: Error) => toast.error(error.message)
  const drop = async (rule: Rule) => {
    if (!(await confirm({ title: `删除规则「${rule.name}」？`, danger: true, okText: '删除' }))) return
    remove.mutate(
      { id: rule.id, version: rule.version },
      { onSuccess: () => toast.success('删除成功'), onError: failed },
    )
  }
  const dropTemplate = async (template: Template) => {
    if (!(await confirm({ title: `删除模板「${template.name}」？`, danger: true, okText: '删除' }))) return
    removeTemplate.mutate(
      { id: template.id, version: template.version },
      { onSuccess: () => toast.success('删除成功'), onError: failed },
    )
  }
  const fill = () =>
    addBuiltIn.mutate(
      {},
      {
        onSuccess: ({ added }) => toast.success(added > 0 ? `已补齐 ${added} 条内置规则` : '内置规则都在'),
        onError: failed,
      },
    )
  const ruleColumns: Column<Rule>[] = [
    {
      key: 'name',
      title: '规则',
      width: 190,
      render: (row) => (
        <span className={s.inline}>
          <b className="ellipsis">{row.name}</b>
          {row.builtIn && <Tag tone="outline">内置</Tag>}
        </span>
      ),
    },
    {
      key: 'trigger',
      title: '触发',
      width: 150,
      render: (row) =>
        row.triggers.map((each) => triggerOptions.find((option) => option.value === each)?.label).join('、'),
    },
    {
      key: 'words',
      title: '项目或诊断',
      render: (row) => (
        <span className="ellipsis" title={lookedFor(row)}>
          {lookedFor(row)}
        </span>
      ),
    },
    {
      key: 'delay',
      title: '多久后',
      width: 110,
      render: (row) => <span className="num">{whenWord(row)}</span>,
    },
    {
      key: 'who',
      title: '执行',
      width: 110,
      render: (row) => `${roleWord(row.ownerRole)} · ${methodWord(row.method)}`,
    },
    { key: 'template', title: '内容模板', width: 120, render: (row) => row.templateName },
    {
      key: 'planned',
      title: '近 30 天',
      width: 84,
      numeric: true,
      align: 'right',
      render: (row) => `${row.planned} 条`,
    },
    {
      key: 'enabled',
      title: '启用',
      width: 68,
      render: (row) =>
        edit ? (
          <Switch
            label={`启用${row.name}`}
            checked={row.enabled}
            disabled={enable.isPending}
            onChange={(enabled) => enable.mutate({ id: row.id, version: row.version, enabled }, { onError: failed })}
          />
        ) : row.enabled ? (
          '启用'
        ) : (
          '停用'
        ),
    },
    ...(edit ? [actions<Rule>((row) => set({ rule: row.id }), drop)] : []),
  ]
  const templateColumns: Column<Template>[] = [
    { key: 'name', title: '模板', width: 150, render: (row) => <b>{row.name}</b> },
    { key: 'type', title: '类型', width: 96, render: (row) => typeWord(row.type) },
    {
      key: 'content',
      title: '内容',
      render: (row) => (
        <span className="ellipsis" title={row.content}>
          {row.content}
        </span>
      ),
    },
    ...(edit ? [actions<Template>((row) => set({ template: row.id }), dropTemplate)] : []),
  ]
  const rule = rules.data?.find((each) => each.id === url.rule) ?? null
  const template = options.data?.templates.find((each) => each.id === url.template) ?? null
  const close = () => {
    setAdding(null)
    set({ rule: null, template: null })
  }
  return (
    <ScrollRegion label="随访规则">
      <div className={s.rules}>
        <section>
          <div className={s.sectionHead}>
            <h2 className="t-16">规则</h2>
            <span className="t-13 secondary">病历签名、账单收费时按规则安排随访；未到店的每天凌晨检查</span>
            {edit && (
              <span className={`${s.inline} ${s.end ?? ''}`}>
                <Button icon="refresh" busy={addBuiltIn.isPending} onClick={fill}>
                  补齐内置
                </Button>
                <Button variant="primary" icon="plus" onClick={() => setAdding('rule')}>
                  新建规则
                </Button>
              </span>
            )}
          </div>
          <DataTable
            label="随访规则"
            columns={ruleColumns}
            keyOf={(row) => row.id}
            {...listProps(rules, '随访规则')}
            muted={(row) => !row.enabled}
            {...(edit ? { onOpen: (row: Rule) => set({ rule: row.id }) } : {})}
            empty={
              <EmptyState
                layout="stack"
                icon="sliders"
                title="还没有随访规则"
                hint="拔牙、种植、根管、戴冠、洁治和正畸未复诊有现成的"
                action={edit && <Button onClick={fill}>使用内置规则</Button>}
              />
            }
            mobile={(row) => (
              <div className={s.card}>
                <div className={s.words}>
                  <div className={s.lineHead}>
                    <b>{row.name}</b>
                    {!row.enabled && <Tag>停用</Tag>}
                  </div>
                  <div className="t-13 ellipsis">{lookedFor(row)}</div>
                  <div className="t-13 secondary">
                    {[whenWord(row), roleWord(row.ownerRole), methodWord(row.method)].join(' · ')}
                  </div>
                </div>
              </div>
            )}
          />
        </section>
        <section>
          <div className={s.sectionHead}>
            <h2 className="t-16">内容模板</h2>
            {edit && (
              <span className={s.end}>
                <Button icon="plus" onClick={() => setAdding('template')}>
                  新建模板
                </Button>
              </span>
            )}
          </div>
          <DataTable
            label="内容模板"
            columns={templateColumns}
            keyOf={(row) => row.id}
            rows={options.data?.templates}
            {...(options.error && !options.data
              ? { error: `内容模板没有读到：${options.error.message}`, onRetry: () => void options.refetch() }
              : {})}
            {...(edit ? { onOpen: (row: Template) => set({ template: row.id }) } : {})}
            mobile={(row) => (
              <div className={s.card}>
                <div className={s.words}>
                  <b>{row.name}</b>
                  <div className="t-13 secondary">{row.content}</div>
                </div>
              </div>
            )}
          />
        </section>
      </div>
      {(adding === 'rule' || rule) && (
        <RuleDialog key={rule?.id ?? 'new'} rule={rule} templates={options.data?.templates ?? []} onClose={close} />
      )}
      {(adding === 'template' || template) && (
        <TemplateDialog key={template?.id ?? 'new'} template={template} onClose={close} />
      )}
    </ScrollRegion>
  )
}
