import type { ComponentProps } from 'react'
import { type To, useHref, useLinkClickHandler } from 'react-router'

export type LinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  to: To
  replace?: boolean | undefined
  state?: unknown
}

/** Leads to another screen. The router's own link brings code along for loading pages ahead of a click, which we have apart. */
export const Link = ({ to, replace, state, target, onClick, ...rest }: LinkProps) => {
  const href = useHref(to)
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, {
    state,
    ...(replace !== undefined && { replace }),
    ...(target !== undefined && { target }),
  })
  return (
    <a
      {...rest}
      href={href}
      target={target}
      onClick={event => {
        onClick?.(event)
        if (!event.defaultPrevented) follow(event)
      }}
    />
  )
}
