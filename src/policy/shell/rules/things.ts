import type { ShellEffect, Thing } from '../../../protocol/shell.ts';
import { defineShellRule, type ShellRule } from '../rule.ts';

interface ThingRule extends Pick<ShellRule, 'id' | 'level' | 'summary' | 'hits' | 'passes'> {
  readonly things: readonly Thing[];
  /** Only against a safeguard. */
  readonly force?: true;
  readonly reason: string;
}

/** Things that are no files: what happens to them decides. */
const table: readonly ThingRule[] = [
  {
    id: 'git.remote-history',
    level: 'critical',
    summary: 'Overwriting or deleting what others have fetched.',
    things: ['remote-history'],
    reason: 'it overwrites or deletes history on the remote',
    hits: ['git push --force', 'git push -f origin main', 'git push origin +main', 'git push origin --delete x'],
    passes: ['git push', 'git push origin main', 'git commit -m "push --force"'],
  },
  {
    id: 'git.uncommitted',
    level: 'high',
    summary: 'Throwing away work that is not committed.',
    things: ['uncommitted-work'],
    reason: 'it throws away work that is not committed',
    hits: ['git reset --hard', 'git reset --har HEAD~1', 'git clean -fd', 'git checkout -- .', 'git stash drop'],
    passes: ['git reset', 'git stash', 'git checkout -b x', 'git clean -n'],
  },
  {
    id: 'git.history',
    level: 'high',
    summary: 'Deleting branches, tags or history of the repository.',
    things: ['repository'],
    force: true,
    reason: 'it deletes branches, tags or history',
    hits: ['git branch -D x', 'git tag -d v1', 'git reflog expire --expire=now --all'],
    passes: ['git branch', 'git tag v1', 'git log'],
  },
  {
    id: 'packages.remove',
    level: 'high',
    summary: 'Removing packages of the system.',
    things: ['system-packages'],
    force: true,
    reason: 'it removes packages of the system',
    hits: ['apt-get remove vim', 'apt purge vim', 'dnf remove vim', 'brew uninstall jq'],
    passes: ['apt list', 'npm uninstall lodash', 'brew list'],
  },
  {
    id: 'packages.change',
    level: 'medium',
    summary: 'Installing packages of the system, or any package for all projects.',
    things: ['global-packages'],
    reason: 'it changes packages for all projects',
    hits: ['npm install -g x', 'npm uninstall -g x', 'yarn global add x'],
    passes: ['npm install x', 'npm ls -g', 'pip list'],
  },
  {
    id: 'packages.system',
    level: 'medium',
    summary: 'Installing or upgrading packages of the system.',
    things: ['system-packages'],
    reason: 'it changes packages of the system',
    hits: ['apt-get install -y jq', 'brew install jq'],
    passes: ['apt-cache search jq', 'npm ci'],
  },
  {
    id: 'containers.delete',
    level: 'high',
    summary: 'Deleting containers, images or volumes.',
    things: ['containers'],
    force: true,
    reason: 'it deletes containers, images or volumes',
    hits: ['docker rm x', 'docker rmi x', 'podman rm -f x', 'docker volume rm x'],
    passes: ['docker ps', 'docker images', 'docker run --rm alpine true'],
  },
  {
    id: 'containers.prune',
    level: 'medium',
    summary: 'Cleaning up or stopping containers.',
    things: ['unused-containers'],
    reason: 'it cleans up or stops containers',
    hits: ['docker system prune', 'docker system prune -af'],
    passes: ['docker ps -a', 'docker logs x'],
  },
  {
    id: 'remote.publish',
    level: 'high',
    summary: 'Publishing something that others will use.',
    things: ['remote'],
    force: true,
    reason: 'it publishes something to others',
    hits: ['npm publish', 'cargo publish', 'twine upload dist/a.whl'],
    passes: ['npm pack', 'cargo build', 'git push'],
  },
  {
    id: 'remote.systems',
    level: 'high',
    summary: 'Changing or deleting things in a cluster, a cloud or a database.',
    things: ['cluster', 'cloud', 'database'],
    reason: 'it changes a cluster, a cloud or a database',
    hits: ['kubectl delete pod x', 'terraform destroy', 'psql -c "DROP TABLE a"'],
    passes: ['kubectl get pods', 'terraform plan', 'psql -c "SELECT 1"'],
  },
  {
    id: 'system.settings',
    level: 'high',
    summary: 'Changing users, the kernel, the firewall or scheduled jobs.',
    things: ['users', 'kernel', 'firewall', 'schedule'],
    reason: 'it changes the system',
    hits: ['useradd x', 'iptables -F', 'crontab -r', 'sysctl -w a=1'],
    passes: ['crontab -l', 'sysctl -a', 'id'],
  },
  {
    id: 'settings.everywhere',
    level: 'medium',
    summary: 'Changing settings that hold for all projects, or removing what cannot be brought back.',
    things: ['settings'],
    force: true,
    reason: 'it changes settings that hold beyond this project',
    hits: ['git config --global user.name x', 'git config --system core.x y'],
    passes: ['git config user.name x', 'git config --global user.name', 'git config --list'],
  },
  {
    id: 'system.services',
    level: 'medium',
    summary: 'Starting, stopping or changing services.',
    things: ['service'],
    reason: 'it changes a service',
    hits: ['systemctl stop nginx', 'service nginx restart'],
    passes: ['systemctl status nginx', 'journalctl -n 5'],
  },
  {
    id: 'files.permissions',
    level: 'medium',
    summary: 'Changing who may use files, or who owns them.',
    things: ['permissions', 'owner'],
    reason: 'it changes permissions or the owner',
    hits: ['chmod 644 a.txt', 'chown root a.txt', 'chmod +x run.sh'],
    passes: ['ls -l a.txt', 'stat a.txt'],
  },
  {
    id: 'process.kill',
    level: 'medium',
    summary: 'Ending processes by force.',
    things: ['process'],
    force: true,
    reason: 'it ends processes by force',
    hits: ['kill -9 42', 'kill -KILL 42', 'pkill -9 node', 'killall -9 node'],
    passes: ['kill -l', 'ps aux', 'pgrep node'],
  },
  {
    id: 'sallyport.guard',
    level: 'blocked',
    summary: 'Sallyport itself, but for what only looks.',
    things: ['guard'],
    reason: 'a command must not change the guard that judges it',
    hits: ['sallyport grants revoke x', 'sallyport runs prune', 'sallyport mcp', 'npx sallyport run "ls"'],
    passes: ['sallyport help', 'sallyport runs', 'sallyport grants list', 'sallyport policy check ls'],
  },
];

export const thingRules: readonly ShellRule[] = table.map(({ things, force, reason, ...rule }) => {
  const fits = (effect: ShellEffect) =>
    effect.kind === 'change' &&
    effect.thing !== undefined &&
    things.includes(effect.thing) &&
    (force === undefined || effect.force === true);
  return defineShellRule({
    ...rule,
    objects: ({ effects }) => {
      const found = effects.find(fits);
      return found && (found.note === undefined ? reason : `${reason} (${found.note})`);
    },
  });
});
