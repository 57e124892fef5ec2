import type { WireInput, WireOutput } from '@dentin/contract/core/call'
import { amountsTo, resourceGroups, type ResourceGroup } from '@dentin/contract/resources'
import { staff } from '@dentin/contract/staff'
import { useState } from 'react'
import { ApiError } from '../../lib/client.ts'
import { useSend } from '../../lib/query.ts'
import { useUnsavedDraft } from '../../lib/use-draft.ts'
import { MultiSelect, Select } from '../../ui/heavy.ts'
import {
  Button,
  Checkbox,
  ErrorLine,
  Field,
  FooterBar,
  IconButton,
  Notice,
  ScrollRegion,
  Tag,
  toast,
} from '../../ui/index.ts'
import s from './posts.module.css'

type Detail = WireOutput<typeof staff.postDetail>
/** Resource → scope. */
type Grants = ReadonlyMap<string, number>

const SCOPES = [
  { value: '1', label: '本人' },
  { value: '2', label: '本科室' },
  { value: '3', label: '本门诊' },
  { value: '4', label: '指定门诊' },
  { value: '5', label: '全连锁' },
] as const
const AREAS = ['接诊', '经营', '字段'] as const
const AREA_TITLES = { 接诊: '接诊', 经营: '门诊管理', 字段: '敏感字段' } as const
const CHOSEN = 4

const toMap = (grants: Detail['grants']): Grants => new Map(grants.map(({ resource, scope }) => [resource, scope]))
const same = (a: Grants, b: Grants) =>
  a.size === b.size && [...a].every(([resource, scope]) => b.get(resource) === scope)
const differences = (a: Grants, b: Grants) =>
  new Set([...a.keys(), ...b.keys()].filter((resource) => a.get(resource) !== b.get(resource))).size

/** What a post may do, screen by screen; saved as a whole. */
export function PostGrants({
  post,
  mayEdit,
  onRename,
  onRemove,
  onReload,
}: {
  post: Detail
  mayEdit: boolean
  onRename: (() => void) | null
  onRemove: (() => void) | null
  onReload: () => void
}) {
  const before = toMap(post.grants)
  const [grants, setGrants] = useState<Grants>(before)
  const [clinicIds, setClinicIds] = useState<string[]>(post.clinicIds)
  const [failure, setFailure] = useState<{ message: string; stale: boolean } | null>(null)
  const save = useSend(staff.grantPost, { refresh: [staff.postList, staff.postDetail, staff.findInduction] })
  const needsClinics = [...grants.values()].includes(CHOSEN)
  const sameClinics = clinicIds.length === post.clinicIds.length && clinicIds.every((id) => post.clinicIds.includes(id))
  const changes = differences(before, grants) + (needsClinics && !sameClinics ? 1 : 0)
  const dirty = !same(before, grants) || (needsClinics && !sameClinics)
  const send = async () => {
    setFailure(null)
    const list = [...grants].map(([resource, scope]) => ({ resource, scope }))
    try {
      await save.mutateAsync({ id: post.id, version: post.version, grants: list, clinicIds } as WireInput<
        typeof staff.grantPost
      >)
      toast.success('已保存，下一次操作起生效')
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailure({ message: error.message, stale: error.isConflict })
      throw error
    }
  }
  const discard = () => {
    setGrants(before)
    setClinicIds(post.clinicIds)
    setFailure(null)
  }
  useUnsavedDraft(dirty ? { name: `${post.name}的权限`, save: send, discard } : null)

  const toggle = (group: ResourceGroup, code: string, on: boolean) => {
    const next = new Map(grants)
    const key = `${group.uri}:${code}`
    const scopes = Object.keys(group.codes).flatMap((each) => grants.get(`${group.uri}:${each}`) ?? [])
    const [opening = code] = Object.keys(group.codes)
    if (on) {
      next.set(key, scopes[0] ?? 3)
      // What is done on a screen needs the screen.
      if (opening === 'view' && !next.has(`${group.uri}:view`)) next.set(`${group.uri}:view`, scopes[0] ?? 3)
    } else if (code === 'view') for (const each of Object.keys(group.codes)) next.delete(`${group.uri}:${each}`)
    else next.delete(key)
    setGrants(next)
  }
  const setScope = (group: ResourceGroup, scope: number) => {
    const next = new Map(grants)
    for (const code of Object.keys(group.codes)) {
      const key = `${group.uri}:${code}`
      if (next.has(key)) next.set(key, scope)
    }
    setGrants(next)
  }

  return (
    <div className={s.panel}>
      <header className={s.head}>
        <div>
          <h2 className="t-18">{post.name}</h2>
          <p className="t-13 secondary">
            {post.remark || (post.isAdmin ? '管理整个机构，权限不能修改' : '勾选这个岗位可以做的事，并设定数据范围')}
          </p>
        </div>
        <div className={s.headActions}>
          {onRename && <IconButton icon="pencil" label="修改名称与说明" onClick={onRename} />}
          {onRemove && <IconButton icon="trash" label="删除岗位" onClick={onRemove} />}
        </div>
      </header>
      <ScrollRegion label="岗位权限" className={s.scroll}>
        {post.staff.length > 0 && (
          <p className={s.holders}>
            <span className="tertiary">在岗 {post.staffCount} 人</span>
            {post.staff.slice(0, 8).map((each) => (
              <Tag key={`${each.id}:${each.clinicName}`} tone="outline">
                {each.name} · {each.clinicName}
              </Tag>
            ))}
            {post.staff.length > 8 && <span className="tertiary">等</span>}
          </p>
        )}
        {failure && (
          <ErrorLine {...(failure.stale ? { onRetry: onReload } : {})}>
            {failure.stale ? `${failure.message}，重试将读取最新权限` : failure.message}
          </ErrorLine>
        )}
        {needsClinics && (
          <Notice tone="brand" icon="building">
            <Field label="指定门诊" required>
              <MultiSelect
                label="指定门诊"
                placeholder="请选择门诊"
                disabled={!mayEdit}
                options={post.clinics.map(({ id, name }) => ({ value: id, label: name }))}
                value={clinicIds}
                onChange={(ids) => setClinicIds([...ids])}
              />
            </Field>
          </Notice>
        )}
        {AREAS.map((area) => (
          <section key={area} className={s.area}>
            <h3 className={s.areaTitle}>{AREA_TITLES[area]}</h3>
            {resourceGroups
              .filter(({ group }) => group === area)
              .map((group) => (
                <GrantRow
                  key={group.uri}
                  group={group}
                  grants={grants}
                  mayEdit={mayEdit}
                  onToggle={(code, on) => toggle(group, code, on)}
                  onScope={(scope) => setScope(group, scope)}
                />
              ))}
          </section>
        ))}
      </ScrollRegion>
      {dirty && (
        <FooterBar start={<span className="secondary">{changes} 项修改未保存</span>}>
          <Button onClick={discard}>放弃</Button>
          <Button variant="primary" busy={save.isPending} onClick={() => void send().catch(() => undefined)}>
            保存
          </Button>
        </FooterBar>
      )}
    </div>
  )
}

/** One screen: what is allowed there, and over which data. */
function GrantRow({
  group,
  grants,
  mayEdit,
  onToggle,
  onScope,
}: {
  group: ResourceGroup
  grants: Grants
  mayEdit: boolean
  onToggle: (code: string, on: boolean) => void
  onScope: (scope: number) => void
}) {
  const held = Object.keys(group.codes).flatMap((code) => grants.get(`${group.uri}:${code}`) ?? [])
  const scopes = [...new Set(held.map((scope) => amountsTo(`${group.uri}:`, scope)))]
  // Only what makes a difference here is offered.
  const offered = SCOPES.filter(({ value }) => group.scopes.includes(Number(value)))
  const isOpen = held.length > 0
  return (
    <div className={s.row} data-off={isOpen ? undefined : ''}>
      <div className={s.title}>{group.title}</div>
      <div className={s.codes} role="group" aria-label={group.title}>
        {Object.entries(group.codes).map(([code, { does }]) => (
          <Checkbox
            key={code}
            checked={grants.has(`${group.uri}:${code}`)}
            disabled={!mayEdit}
            onChange={(event) => onToggle(code, event.target.checked)}
          >
            {does}
          </Checkbox>
        ))}
      </div>
      <div className={s.scope}>
        {isOpen && offered.length > 0 && (
          <Select
            label={`${group.title}的数据范围`}
            size="sm"
            disabled={!mayEdit}
            placeholder="各不相同"
            options={offered}
            value={scopes.length === 1 ? String(scopes[0]) : null}
            onChange={(value) => value && onScope(Number(value))}
          />
        )}
      </div>
    </div>
  )
}
