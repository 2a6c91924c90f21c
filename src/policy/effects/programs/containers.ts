import type { Word } from '../../../protocol/shell.ts';
import { defineProgram, type Found, type Part } from '../define.ts';
import { inMounts, mounted } from '../languages/containers.ts';
import { headOf, literal, textOf } from '../words.ts';

const changes = 'change containers';
const removes = 'change containers force';
const pulling = 'contact + change containers';
/** A program in a container: only what is shared with the container reaches out of it. */
const running: Part = {
  style: 'posix',
  options: {
    '-v --volume --mount=': mounted,
    '--privileged': 'privilege: the container has all rights of this machine',
    '--cap-add --device --security-opt --pid --userns --ipc --uts --cgroupns=': mounted,
    '--env-file --label-file=': 'read',
    '--cidfile --iidfile=': 'write',
    '-i --interactive': 'flag',
    '-t --tty': 'flag',
    '-d --detach': 'flag',
    '--rm -P --init --read-only -q --quiet --no-healthcheck': 'text',
    '-e --env -p --publish -w --workdir -u --user --name --network --net -h --hostname -l --label -m --memory=': 'text',
    '--entrypoint --platform --restart --cpus --gpus --add-host --dns --shm-size --ulimit --tmpfs --link --pull=':
      'text',
    '--log-driver --log-opt --health-cmd --expose --ip --mac-address --volumes-from --stop-signal -a --attach=': 'text',
  },
  effects: changes,
  also: [{ if: '-i -t !-d', effects: 'terminal' }],
  inspect: inMounts,
};
/** What it starts in a container that runs already, as strictly as here: its folders may be shared. */
const executing: Part = {
  ...running,
  also: [],
  inspect: ({ operands: [, ...words], invocation: { name } }, found) => nestInside(words, `${name} exec`, found),
};

const entering: Part = {
  options: { '-c --command=': 'flag', '-n --name --workdir -p --profile=': 'text' },
  effects: changes,
  inspect(call, found) {
    const { operands, invocation, separator } = call;
    // A machine is named without blanks, unlike most commands for it.
    const texts = [...call.values('-c'), ...operands.slice(0, 1).filter((word) => /\s/.test(headOf(word)))];
    const words = operands.slice(separator ?? 1);
    for (const text of texts)
      nestInside([literal('sh', text.span), literal('-c', text.span), text], invocation.name, found);
    nestInside(words, invocation.name, found);
    if (texts.length + words.length === 0) found.effect({ kind: 'terminal' });
  },
};

function nestInside(given: readonly Word[], via: string, found: Found): void {
  const words = given[0] && textOf(given[0]) === '--' ? given.slice(1) : given;
  const [first] = words;
  if (first) found.nest({ kind: 'argv', via, words, cwd: { ...first, pieces: [{ unknown: 'argument' }] } });
}

const publishes = 'contact + change remote force: publishes an image';

/** Programs that keep containers. */
export const containers = [
  defineProgram({
    names: 'docker podman nerdctl finch',
    summary: 'Runs programs in containers.',
    quiet: true,
    options: {
      '-H --host -c --context --connection --url=': 'contact',
      '--config --log-level -l --tlscacert --tlscert --tlskey=': 'text',
      '-D --debug --tls --tlsverify': 'text',
      '-v': 'help',
    },
    help: '--help --version -v -h',
    subs: {
      'ps images logs inspect version info stats top port diff history search events help': 'quiet',
      'run create': running,
      exec: executing,
      'stop restart kill pause unpause wait rename update tag commit': changes,
      start: { options: { '-a --attach': 'flag', '-i --interactive': 'terminal' }, effects: changes },
      attach: {
        options: { '--no-stdin': 'flag', '--detach-keys --sig-proxy=': 'text' },
        effects: changes,
        also: [{ if: '!--no-stdin', effects: 'terminal' }],
      },
      'rm rmi': { options: { '-f --force -v --volumes': 'text', '-t -l': 'text' }, effects: removes },
      pull: pulling,
      push: publishes,
      login: {
        options: { '-u --username=': 'text', '-p --password=': 'flag', '--password-stdin': 'flag' },
        effects: 'change settings',
        also: [{ if: '!-p !--password-stdin tty', effects: 'terminal' }],
      },
      logout: 'change settings',
      build: {
        options: {
          '-f --file=': 'read',
          '-o --output --iidfile --metadata-file=': 'write',
          '-t --tag --build-arg --target --platform --secret --ssh --cache-from --cache-to --label --network --progress --add-host=':
            'text',
        },
        effects: 'change containers + run: builds an image',
      },
      cp: { operands: { first: 'read', last: 'write' }, effects: changes },
      unshare: { style: 'posix', options: { '--rootless-netns': 'text' }, operands: { rest: 'argv' } },
      'save export': { options: { '-o --output=': 'write' }, quiet: true },
      'load import': { options: { '-i --input=': 'read' }, effects: changes },
      system: {
        quiet: true,
        subs: {
          'df info events': 'quiet',
          reset: removes,
          prune: {
            options: { '--volumes': removes, '-a --all -f --force': 'text', '--filter=': 'text' },
            effects: 'change unused-containers',
          },
        },
        otherwise: changes,
      },
      'container image volume network builder buildx manifest context plugin pod machine secret config stack swarm node service trust':
        {
          quiet: true,
          subs: {
            'ls list inspect ps logs du stats top version history images diff port': 'quiet',
            'rm remove rmi': { options: { '-f --force': 'text' }, effects: removes },
            prune: 'change unused-containers',
            'ssh attach': 'change containers + terminal',
            'run create': running,
            exec: executing,
            pull: pulling,
            push: publishes,
            'build bake': 'change containers + run: builds an image',
          },
          otherwise: changes,
        },
      compose: {
        quiet: true,
        isGlobal: true,
        options: {
          '-f --file=': 'read',
          '-p --project-name --profile --env-file --project-directory --ansi --progress=': 'text',
        },
        subs: {
          'ps config images top port ls version events stats volumes': 'quiet',
          logs: {
            quiet: true,
            options: { '-f --follow -t --timestamps': 'text', '-n --tail --since --until=': 'text' },
          },
          'up start stop restart pause unpause kill create scale watch attach wait':
            'change containers + run: services of the project',
          build: 'change containers + run: builds images',
          pull: pulling,
          push: publishes,
          down: {
            options: { '-v --volumes --rmi': 'flag', '-t --timeout=': 'text', '--remove-orphans': 'text' },
            effects: changes,
            also: [{ if: '-v', effects: removes }],
          },
          rm: { options: { '-f --force -s --stop -v --volumes': 'text' }, effects: removes },
          run: executing,
          exec: executing,
          cp: { operands: { first: 'read', last: 'write' }, effects: changes },
        },
        otherwise: changes,
      },
    },
    otherwise: changes,
    examples: {
      'docker ps --format json': 'quiet',
      'docker rmi old:1': 'change containers old:1 force',
      'docker rm -v db': 'change containers db force',
      'docker system prune -f': 'change unused-containers',
      'docker run --rm node:20 rm -rf /': 'change containers node:20',
      'docker run --rm -it node:20 bash': 'change containers node:20, terminal',
      'docker run -dit node:20': 'change containers node:20',
      'docker start -ai web': 'terminal, change containers web',
      'docker attach web': 'change containers web, terminal',
      'docker compose run --rm web bash': 'change containers web, > in … bash',
      'docker login': 'change settings, terminal',
      'docker login --password-stdin': 'change settings',
      'podman system reset': 'change containers force',
      'podman unshare rm x': '> rm x',
      'docker run -v /:/host alpine': 'privilege /, change containers alpine',
      'docker run --privileged a': 'privilege, change containers a',
      'docker run -v ./src:/src a rm -rf /src/x /tmp':
        'write ./src recursive, change containers a, > rm -rf ./src/x …/tmp',
      'docker run -v .:/w:ro a rm /w/x': 'read . recursive, change containers a',
      'docker run -v ./src:/src a': 'write ./src recursive, change containers a',
      'docker run -v $PWD:/app a': 'write … recursive, change containers a',
      'docker build -t x .': 'change containers ., run .',
      'docker compose -f a.yml up -d': 'read a.yml, change containers, run',
      'docker compose down -v': 'change containers, change containers force',
      'docker compose logs -f web': 'quiet',
      'docker volume rm x': 'change containers x force',
      'docker exec db ls': 'change containers db, > in … ls',
      'docker push a': 'contact, change remote a force',
    },
  }),
  defineProgram({
    names: 'docker-compose podman-compose',
    summary: 'Runs services in containers.',
    quiet: true,
    isGlobal: true,
    options: { '-f --file=': 'read', '-p --project-name --profile --env-file=': 'text' },
    subs: {
      'ps config images top port version events': 'quiet',
      logs: { quiet: true, options: { '-f --follow -t': 'text', '--tail=': 'text' } },
      down: { options: { '-v --volumes --rmi': 'flag' }, effects: changes, also: [{ if: '-v', effects: removes }] },
      rm: { options: { '-f --force -s -v': 'text' }, effects: removes },
      run: executing,
      exec: executing,
    },
    otherwise: 'change containers + run: services of the project',
    examples: {
      'docker-compose up -d': 'change containers up, run up',
      'docker-compose ps': 'quiet',
      'docker-compose rm -f': 'change containers force',
    },
  }),
  defineProgram({
    names: 'distrobox toolbox distrobox-enter',
    summary: 'Work in a container that has the home folder of this machine.',
    quiet: true,
    style: 'posix',
    subs: {
      'list ls ps version help': 'quiet',
      'rm rmi stop': removes,
      run: {
        style: 'posix',
        options: { '-c --container -d --distro -r --release=': 'text' },
        effects: changes,
        operands: { rest: 'argv' },
      },
      enter: {
        style: 'posix',
        options: { '-n --name -c --container -d --distro -r --release=': 'text', '-e --exec': 'argv' },
        effects: changes,
        inspect({ operands: words, invocation: { name, args } }, found) {
          const at = words.findIndex((word) => textOf(word) === '--');
          if (at !== -1) found.nest({ kind: 'argv', via: name, words: words.slice(at + 1) });
          else if (!args.some((word) => /^(--?e|--exec|--)$/.test(textOf(word) ?? '')))
            found.effect({ kind: 'terminal' });
        },
      },
    },
    otherwise: changes,
    examples: {
      'distrobox enter x': 'change containers x, terminal',
      'distrobox enter x -- rm a': 'change containers x, > rm a',
      'toolbox run rm a': 'change containers rm, > rm a',
      'toolbox list': 'quiet',
    },
  }),
  defineProgram({
    names: `
      buildah skopeo crane ctr crictl lxc lxd incus vagrant multipass virsh VBoxManage colima limactl
      minikube kind k3d devcontainer
    `,
    summary: 'Keep containers and virtual machines.',
    quiet: true,
    subs: {
      'ls list ps info version inspect status logs help show': 'quiet',
      images: {
        quiet: true,
        subs: {
          'ls list check': 'quiet',
          'rm remove delete del rmi prune': removes,
          'pull push import export tag mount': pulling,
        },
      },
      'rm rmi delete destroy remove prune undefine uninstall': removes,
      ssh: entering,
      'shell enter console': { ...entering, style: 'posix' },
      exec: executing,
    },
    otherwise: {
      effects: changes,
      inspect({ operands: [, verb] }, found) {
        if (verb && /^(rm|rmi|delete|destroy|remove|prune|undefine)$/.test(headOf(verb)))
          found.effect({ kind: 'change', thing: 'containers', target: verb, force: true });
      },
    },
    examples: {
      'vagrant ssh': 'change containers, terminal',
      "vagrant ssh -c 'rm x'": 'change containers, > in … sh -c rm x',
      'limactl shell vm rm x': 'change containers vm, > in … rm x',
      'minikube ssh -- rm x': 'change containers, > in … rm x',
      "minikube ssh 'rm x'": 'change containers rm x, > in … sh -c rm x',
      'lxc exec web -- rm x': 'change containers web, > in … rm x',
      'k3d cluster delete': 'change containers cluster, change containers delete force',
      'vagrant destroy -f': 'change containers force',
      'minikube status': 'quiet',
      'crictl images -q': 'quiet',
      'ctr images rm x': 'change containers x force',
      'kind create cluster': 'change containers create',
    },
  }),
];
