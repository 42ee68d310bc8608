#!/bin/bash
# The health check of a container: ends with 0 when its part answers. In bash, because a Node for each check of each part would keep
# a processor busy. An API process, as the console is one, says at /health/ready whether it can serve; of the others any answer is a sign of life.
set -eu
if [[ $PART == api* || $PART == console ]]; then port=$PORT path=/health/ready; else port=$METRICS_PORT path=/metrics; fi
exec 3<>"/dev/tcp/127.0.0.1/$port"
printf 'GET %s HTTP/1.0\r\n\r\n' "$path" >&3
read -r -t 8 status <&3
[[ $status == *' 200 '* ]]
