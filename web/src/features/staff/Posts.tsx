import { staff } from '@dentin/contract/staff'
import { useState } from 'react'
import { useCall, useSend } from '../../lib/query.ts'
import { can } from '../../lib/permission.ts'
import {
  Button,
  confirm,
  ErrorLine,
  SkeletonRows,
  Tag,
  toast,
  urlOptional,
  useIsMobile,
  useUrlState,
} from '../../ui/index.ts'
import { Select } from '../../ui/heavy.ts'
import { PostDialog } from './PostDialog.tsx'
import { PostGrants } from './PostGrants.tsx'
import s from './posts.module.css'

const codecs = { post: urlOptional }

/** The posts of the company at the left, what one of them may do at the right. */
export function Posts() {
  const [state, set] = useUrlState(codecs)
  const mobile = useIsMobile()
  const list = useCall(staff.postList, { whetherPage: false })
  const posts = list.data?.list ?? []
  const chosen = posts.find(({ id }) => id === state.post) ?? posts.find(({ isAdmin }) => !isAdmin) ?? posts[0]
  const detail = useCall(staff.postDetail, { id: chosen?.id ?? '' }, { enabled: chosen !== undefined })
  const remove = useSend(staff.removePost, { refresh: [staff.postList, staff.findInduction] })
  const [editing, setEditing] = useState<'new' | 'name' | null>(null)
  const mayEdit = can('/postPermission:edit')
  const drop = async () => {
    if (!chosen) return
    if (!(await confirm({ title: `删除岗位「${chosen.name}」？`, okText: '删除', danger: true }))) return
    try {
      await remove.mutateAsync({ id: chosen.id })
      set({ post: null })
      toast.success('删除成功')
    } catch (error) {
      toast.error(error instanceof Error ? error.message : '没有删除')
    }
  }
  if (list.error && !list.data) return <ErrorLine onRetry={() => void list.refetch()}>{list.error.message}</ErrorLine>
  return (
    <div className={s.split}>
      {mobile ? (
        <div className={s.pick}>
          <Select
            label="岗位"
            options={posts.map(({ id, name, staffCount }) => ({ value: id, label: name, hint: `${staffCount} 人` }))}
            value={chosen?.id ?? null}
            onChange={(id) => set({ post: id })}
          />
          {mayEdit && (
            <Button icon="plus" onClick={() => setEditing('new')}>
              新建
            </Button>
          )}
        </div>
      ) : (
        <nav className={s.posts} aria-label="岗位">
          {!list.data && <SkeletonRows rows={8} />}
          <ul>
            {posts.map((post) => (
              <li key={post.id}>
                <button
                  type="button"
                  className={s.post}
                  aria-current={post.id === chosen?.id ? 'true' : undefined}
                  onClick={() => set({ post: post.id })}
                >
                  <span className={s.postName}>{post.name}</span>
                  {!post.builtIn && <Tag>自建</Tag>}
                  <span className={s.count}>{post.staffCount} 人</span>
                </button>
              </li>
            ))}
          </ul>
          {mayEdit && (
            <Button icon="plus" block onClick={() => setEditing('new')}>
              新建岗位
            </Button>
          )}
        </nav>
      )}
      <div className={s.main}>
        {detail.error && !detail.data && (
          <ErrorLine onRetry={() => void detail.refetch()}>{detail.error.message}</ErrorLine>
        )}
        {!detail.data && !detail.error && <SkeletonRows rows={10} />}
        {detail.data && (
          <PostGrants
            key={`${detail.data.id}:${detail.data.version}`}
            post={detail.data}
            mayEdit={mayEdit && !detail.data.isAdmin}
            onRename={mayEdit ? () => setEditing('name') : null}
            onRemove={mayEdit && !detail.data.builtIn ? () => void drop() : null}
            onReload={() => void detail.refetch()}
          />
        )}
      </div>
      {editing && (
        <PostDialog
          post={editing === 'name' ? (detail.data ?? null) : null}
          posts={posts}
          onClose={() => setEditing(null)}
          onSaved={(id) => {
            setEditing(null)
            set({ post: id })
          }}
        />
      )}
    </div>
  )
}
